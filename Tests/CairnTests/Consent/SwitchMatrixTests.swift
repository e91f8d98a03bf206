import Cairn
import CairnTesting
import Foundation
import Testing

/// Every public call with all pairs of switches, and a unique word in each input; then all files
/// and the log are searched.
@Suite struct SwitchMatrixTests {
  struct Switches: CustomTestStringConvertible, Sendable {
    var isTracking: Bool
    var consent: Consent
    /// Whether the disk fails to remove data that must be erased.
    var isStuck: Bool
    var denialComesFirst: Bool
    /// Whether a server has turned recording off.
    var isKilled: Bool

    var testDescription: String {
      "tracking \(isTracking), \(consent)\(isStuck ? ", stuck" : "")"
        + (denialComesFirst ? ", consent said first" : "") + (isKilled ? ", switched off" : "")
    }

    /// Returns whether the disk may contain a call with this word.
    func allow(_ word: String) -> Bool {
      switch word {
      // Consent decisions are stored in all states.
      case "word-category-7f3a": true
      case "word-super-7f3a": consent != .denied
      // A server turns off events, which does not remove the user.
      case "word-user-7f3a": consent != .denied && isTracking
      default: consent != .denied && isTracking && !isKilled
      }
    }

    static let all: [Switches] = [true, false].flatMap { isTracking in
      Consent.allCases.flatMap { consent in
        [true, false].flatMap { isStuck in
          [(true, false), (false, false), (false, true)].map {
            Switches(
              isTracking: isTracking, consent: consent, isStuck: isStuck, denialComesFirst: $0,
              isKilled: $1)
          }
        }
      }
    }
  }

  /// The words, each of which is used in one input only.
  static let words = [
    "track", "screen", "user", "trait", "group", "grouptrait", "alias", "super", "link", "value",
    "record", "recordvalue", "category",
  ].map { "word-\($0)-7f3a" }

  func callAll(_ analytics: Analytics) async {
    analytics.setConsent(["word-category-7f3a": .denied])
    _ = try? await analytics.record("word-record-7f3a", ["k": "word-recordvalue-7f3a"])
    analytics.track("word-track-7f3a", ["k": "word-value-7f3a"])
    analytics.screen("word-screen-7f3a")
    analytics.identify("word-user-7f3a", traits: ["t": "word-trait-7f3a"])
    analytics.group("word-group-7f3a", traits: ["t": "word-grouptrait-7f3a"])
    analytics.alias("word-alias-7f3a")
    analytics.superProperties.register(["s": "word-super-7f3a"])
    if let link = URL(string: "shop://x?utm_source=word-link-7f3a") { analytics.openURL(link) }
    analytics.engine?.handle(.background)
    analytics.engine?.handle(.foreground)
    analytics.reset()
    analytics.identify("word-user-7f3a")
    analytics.superProperties.register(["s": "word-super-7f3a"])
  }

  @Test(
    "while denied no call leaves data, with any other switches", arguments: Switches.all)
  func search(switches: Switches) async {
    let isStuck = Locked(false)
    let scene = ConsentFixture()
    let files = FaultyFileSystem(scene.storage.files) { call in
      isStuck.withLock { $0 } && call.name == "move" ? .fail(FileError.inputOutput) : .none
    }
    if switches.isKilled { await Self.switchOff(scene) }
    let analytics = await scene.launch {
      $0.sessionTimeout = 1_800
      $0.lifecycleEvents = .all
      $0.seams.files = files
      if switches.isKilled { $0.remoteSettings = Self.off }
    }
    isStuck.withLock { $0 = switches.isStuck }
    if switches.denialComesFirst { analytics.setConsent(switches.consent) }
    analytics.setTrackingEnabled(switches.isTracking)
    if !switches.denialComesFirst { analytics.setConsent(switches.consent) }
    await callAll(analytics)
    for word in Self.words where !switches.allow(word) {
      #expect(scene.files(holding: word) == [], "\(word)")
    }
    let erasing: Void? = try? await analytics.erase()
    #expect((erasing == nil) == switches.isStuck)
    for word in Self.words where !switches.isStuck && !word.contains("category") {
      #expect(scene.files(holding: word) == [], "\(word) after all was erased")
    }
    for line in scene.said.withLock({ $0 }) {
      for word in Self.words where !Self.mayBeSaid(word) {
        #expect(!line.message.contains(word), "\(line.message)")
      }
    }
    isStuck.withLock { $0 = false }
    await analytics.close(flushingForSeconds: 0)
  }

  private static let off = RemoteSettings(
    url: URL(filePath: "/settings"),
    transport: RecordingTransport(otherwise: { _ in .status(200, body: #"{"enabled":false}"#) }))

  /// Runs an earlier launch in which a server turns recording off, so that the setting applies from
  /// the start.
  private static func switchOff(_ scene: ConsentFixture) async {
    let first = await scene.launch { $0.remoteSettings = off }
    #expect(
      await eventually { scene.said.withLock { $0.contains { $0.code == "settings.changed" } } })
    await first.close(flushingForSeconds: 0)
  }

  /// Returns whether the log may contain a word: the log contains names of events.
  private static func mayBeSaid(_ word: String) -> Bool {
    ["word-track-", "word-screen-", "word-record-"].contains { word.hasPrefix($0) }
  }

  static let calls: [@Sendable (Analytics) -> Void] = [
    { $0.identify("word-user-7f3a", traits: ["t": "word-trait-7f3a"]) },
    { $0.group("word-group-7f3a", traits: ["t": "word-trait-7f3a"]) },
    { $0.alias("word-alias-7f3a") }, { $0.track("x", ["k": "word-value-7f3a"]) },
    { analytics in
      if let link = URL(string: "x://word-link-7f3a/a?b=word-7f3a") { analytics.openURL(link) }
    },
  ]

  @Test("a refused call names no user, group or value in the log", arguments: 0..<calls.count)
  func log(call: Int) async {
    for refuse in [
      { (analytics: Analytics) in analytics.setTrackingEnabled(false) },
      { analytics in analytics.setConsent(.denied) },
    ] {
      let scene = ConsentFixture()
      let analytics = await scene.launch()
      refuse(analytics)
      Self.calls[call](analytics)
      await analytics.close(flushingForSeconds: 0)
      Self.calls[call](analytics)
      let said = scene.said.withLock { $0 }
      #expect(said.contains { $0.code.hasPrefix("event.") })
      #expect(!said.contains { $0.message.contains("7f3a") }, "\(said)")
    }
  }

  @Test("a link that was opened while denied is in nothing that is recorded after a grant")
  func link() async throws {
    let scene = ConsentFixture()
    let host = ManualHost()
    let analytics = await scene.launch {
      $0.lifecycleEvents = .all
      $0.seams.host = host
    }
    let link = try #require(URL(string: "app://invite/word-path-7f3a?from=word-friend-7f3a"))
    analytics.setConsent(.denied)
    #expect(analytics.openURL(link) == nil)
    analytics.setConsent(.granted)
    host.enterForeground()
    await analytics.flush()
    #expect(!scene.server.events.isEmpty)
    #expect(!scene.server.events.contains { $0.text.contains("7f3a") })
    await analytics.close()
  }

  @Test("a category of any name does not keep later denials from being stored")
  func category() async {
    let scene = ConsentFixture()
    let names = [
      String(repeating: "c", count: 17_000), "x" + String(repeating: "\u{1}", count: 9_000),
    ]
    let first = await scene.launch()
    for name in names { first.setConsent([ConsentCategory(name): .granted]) }
    first.setConsent(
      Dictionary((0..<400).map { (ConsentCategory("category \($0)"), .granted) }) { one, _ in one })
    first.setConsent([.advertising: .denied])
    await first.close()
    let second = await scene.launch()
    #expect(second.consent(for: .advertising) == .denied)
    second.setConsent(.denied)
    await second.close()
    let third = await scene.launch()
    #expect(third.consent == .denied)
    await third.close()
  }
}
