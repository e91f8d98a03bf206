import Cairn
import CairnTesting
import Foundation
import Testing

/// No loop of the SDK stops because of disk failures of any kind and length: afterwards time alone
/// completes all due work.
@Suite struct LoopsUnderFaultsTests {
  static let calls = [
    "sync", "write", "create", "open", "read", "status", "list", "lock", "syncDirectory", "move",
    "remove", "mkdir",
  ]

  let scene = LivenessFixture()
  let server = RecordingDestination()

  /// Runs rounds in which random calls fail, and always those to this file; then none fails.
  func trouble(_ seed: Int, with file: String? = nil, _ work: () -> Void = {}) async {
    var dice = Dice(seed: UInt64(seed))
    for _ in 0..<8 {
      let broken = Set(Self.calls.filter { _ in dice.hits(300) })
      scene.fail { call in
        let isMeant = file.map(call.path.hasSuffix) ?? false
        return isMeant || broken.contains(call.name) ? .fail(FileError.inputOutput) : .none
      }
      work()
      for _ in 0...dice.below(8) { await scene.pass(seconds: Double(1 + dice.below(12))) }
    }
    scene.fail(nil)
  }

  func refuse(_ file: String) {
    scene.fail { $0.path.hasSuffix(file) ? .fail(FileError.inputOutput) : .none }
  }

  @Test("events that are too old are removed soon after random faults", arguments: 1...8)
  func age(seed: Int) async throws {
    let analytics = scene.launch([server]) { configuration in
      configuration.journal.age = 60
      configuration.consentCategories = ["recording": [.advertising]]
    }
    // Nothing is delivered meanwhile.
    analytics.setConsent([.advertising: .pending])
    await trouble(seed) { for _ in 0..<3 { analytics.track("Seen") } }
    // The settings are written within a minute, too old a minute later, and checked every ten
    // seconds.
    let isOver = await scene.timeBrings(within: 140) {
      let ledger = analytics.ledger()
      return ledger.buffered == 0 && ledger["recording"]?.pending == 0
    }
    #expect(isOver, "\(analytics.ledger())")
    let row = try #require(analytics.ledger()["recording"])
    #expect(row.dropped[.age] == row.accepted && row.accepted > 0 && row.balances, "\(row)")
    await analytics.close(flushingForSeconds: 0)
  }

  @Test(
    "events that wait for unreadable consent are delivered soon after it can be read",
    arguments: 1...8)
  func consent(seed: Int) async throws {
    let first = scene.launch([])
    first.setConsent(.granted)
    await first.close()
    refuse("/consent")
    let analytics = scene.launch([server]) { $0.defaultConsent = .pending }
    await trouble(seed, with: "/consent") { analytics.track("Seen") }
    #expect(server.events.isEmpty)
    // It is checked every five seconds; buffered events are written within a minute.
    let isOver = await scene.timeBrings(within: 75) {
      let ledger = analytics.ledger()
      return ledger.buffered == 0 && ledger["recording"]?.pending == 0
    }
    #expect(isOver, "\(analytics.ledger())")
    #expect(analytics.ledger()["recording"]?.delivered == analytics.ledger().recorded)
    await analytics.close()
  }

  @Test(
    "data to be erased is gone within two checks after random faults", arguments: 1...8)
  func erasure(seed: Int) async throws {
    server.isOffline = true
    let analytics = scene.launch([server])
    for _ in 0..<5 { analytics.track("Seen") }
    refuse("")
    analytics.setConsent(.denied)
    await trouble(seed)
    let isOver = await scene.timeBrings(within: 10) {
      analytics.engine.map { !$0.consents.erasure.isErasing } ?? false
    }
    #expect(isOver)
    await analytics.close()
    server.isOffline = false
    let next = scene.launch([server])
    next.setConsent(.granted)
    await next.flush()
    #expect(server.events.isEmpty)
    await next.close()
  }

  @Test(
    "remote settings that could not be read apply within five minutes after they can be",
    arguments: 1...4)
  func settings(seed: Int) async throws {
    let off = RecordingTransport(otherwise: { _ in .status(200, body: #"{"enabled":false}"#) })
    let down = RecordingTransport(otherwise: { _ in .status(500) })
    for network in [off, down] {
      if network === down { refuse("/settings") }
      let analytics = scene.launch([server]) { configuration in
        configuration.remoteSettings = RemoteSettings(
          url: URL(filePath: "/settings"), transport: network)
      }
      if network === down {
        #expect(analytics.track("Too early") != nil)
        await trouble(seed, with: "/settings")
      }
      #expect(await scene.timeBrings(within: 31, seconds: 10) { analytics.track("Off") == nil })
      await analytics.close()
    }
  }

  @Test("remote settings that could not be stored are stored at the next check")
  func keptSettings() async throws {
    for isFirst in [true, false] {
      if isFirst { refuse("/settings") }
      let network = RecordingTransport(otherwise: { _ in
        isFirst ? .status(200, body: #"{"enabled":false}"#) : .status(500)
      })
      let analytics = scene.launch([server]) { configuration in
        configuration.remoteSettings = RemoteSettings(
          url: URL(filePath: "/settings"), transport: network)
        configuration.remoteSettings?.refreshInterval = 3_600
      }
      if isFirst {
        #expect(await scene.timeBrings { analytics.track("Off") == nil })
        scene.fail(nil)
        #expect(await scene.timeBrings(within: 40, seconds: 100) { network.requests.count > 1 })
      } else {
        #expect(analytics.track("Off") == nil)
      }
      await analytics.close()
    }
  }

  @Test(
    "refusals while the loss report's file could not be opened are in later reports",
    arguments: 1...4)
  func losses(seed: Int) async throws {
    func launch() -> Analytics {
      scene.launch([server]) { $0.lossReportInterval = 3_600 }
    }
    let first = launch()
    for _ in 0..<3 { first.track("") }
    await first.close()
    refuse("/losses")
    let second = launch()
    for _ in 0..<2 { second.track("") }
    await trouble(seed, with: "/losses")
    // The state is saved every quarter of an hour; then the process is killed.
    for _ in 0..<10 { await scene.pass(seconds: 100) }
    second.engine?.reporting?.cancel()
    let third = launch()
    #expect(await scene.timeBrings(within: 40, seconds: 100) { !reports.isEmpty })
    #expect(reports.first?["refused"] as? [String: Int] == ["nameMissing": 5])
    await third.close()
    await second.close(flushingForSeconds: 0)
  }

  var reports: [[String: Any]] {
    server.events.compactMap { event in
      event.text.contains("Cairn Loss Report")
        ? event.fields?["properties"] as? [String: Any] : nil
    }
  }
}
