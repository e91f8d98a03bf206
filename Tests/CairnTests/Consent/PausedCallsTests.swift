import Cairn
import CairnTesting
import Foundation
import Testing

/// Pauses every disk call of a change of the person or of consent, while another thread does
/// something.
@Suite struct PausedCallsTests {
  /// The paused work.
  enum Work: String, CaseIterable {
    case reset, identify, deny, denyAndGrant, erase
  }

  /// The work of the other thread.
  enum Other: String, CaseIterable {
    case deny, track, reset, identify
  }

  static let pairs = Work.allCases.flatMap { work in Other.allCases.map { (work, $0) } }
  /// A number of calls greater than that of any work.
  private static let most = 400
  private static let needle = ConsentFixture.needle

  @Test(
    "another change between any two disk calls mixes no two users, and a denial always applies",
    arguments: pairs)
  func pair(work: Work, other: Other) async throws {
    for number in stride(from: 0, to: Self.most, by: Effort.isWhole ? 1 : 23) {
      let scene = ContextFixture()
      scene.server.isOffline = true
      let pause = CallPause(number)
      let analytics = scene.start(on: pause.files(scene.storage.files))
      analytics.identify("\(Self.needle)-bob")
      analytics.superProperties.register(["email": .string("\(Self.needle)-bob")])
      let link = try #require(URL(string: "shop://x?utm_source=\(Self.needle)-bob"))
      analytics.openURL(link)
      let acknowledged = Locked<[EventID]>([])
      let before = analytics.anonymousID
      @Sendable func add(_ id: EventID?) {
        if let id { acknowledged.withLock { $0.append(id) } }
      }
      add(analytics.track("Before"))
      let wasHeld = await pause.run {
        Self.perform(work, analytics, add)
      } beside: {
        Self.perform(other, analytics, add)
      } end: {
        // The remaining work of a denial is done by a flush at the latest.
        if work == .deny || work == .denyAndGrant { await analytics.flush() }
      }
      let isDenied = work == .deny || other == .deny && analytics.consent == .denied
      let what = "\(work) at call \(number) beside \(other)"
      let last = analytics.track("After")
      let final = (analytics.anonymousID, analytics.userID)
      if isDenied {
        #expect(last == nil, "\(what): recorded")
        await analytics.flush()
        #expect(holding(scene.storage.memory) == [], "\(what)")
      } else {
        add(last)
      }
      if work == .erase {
        #expect(files(scene.storage.memory, holding: "\(Self.needle)-bob") == [], "\(what)")
      }
      let later = scene.killed(leaving: InMemoryFileSystem(copying: scene.storage.memory))
      await analytics.close(flushingForSeconds: 0)
      let wasReset = work == .reset || work == .erase || other == .reset && wasHeld
      await check(
        later, what, before, final, wasReset,
        [.deny, .denyAndGrant, .erase].contains(work) || other == .deny
          ? [] : acknowledged.withLock { $0 }, isDenied)
      if !wasHeld {
        #expect(number > 2, "\(what): too few calls")
        return
      }
    }
    Issue.record("\(work) makes more calls than \(Self.most)")
  }

  private static func perform(
    _ work: Work, _ analytics: Analytics, _ add: @Sendable (EventID?) -> Void
  ) {
    switch work {
    case .reset: analytics.reset()
    case .identify: analytics.identify("\(needle)-carol")
    case .deny: analytics.setConsent(.denied)
    case .denyAndGrant:
      analytics.setConsent(.denied)
      analytics.setConsent(.granted)
    case .erase:
      let isDone = DispatchSemaphore(value: 0)
      Task.detached {
        do { try await analytics.erase() } catch { Issue.record(error) }
        isDone.signal()
      }
      isDone.wait()
    }
  }

  private static func perform(
    _ other: Other, _ analytics: Analytics, _ add: @Sendable (EventID?) -> Void
  ) {
    switch other {
    case .deny: analytics.setConsent(.denied)
    case .track: add(analytics.track("Beside"))
    case .reset: analytics.reset()
    case .identify: analytics.identify("\(needle)-alice")
    }
  }

  /// Returns the files that contain user data.
  private func holding(_ memory: InMemoryFileSystem) -> [String] {
    files(memory, holding: Self.needle)
      + files(memory, holding: "").filter { $0.hasSuffix("/identity") }
  }

  private func files(_ memory: InMemoryFileSystem, holding text: String) -> [String] {
    ConsentFixture(TestStorage(memory)).files(holding: text)
  }

  /// Checks the next launch: its deliveries and its user.
  private func check(
    _ later: ContextFixture, _ what: String, _ before: String, _ final: (String, String?),
    _ wasReset: Bool, _ acknowledged: [EventID], _ isDenied: Bool
  ) async {
    let analytics = later.start()
    if isDenied {
      #expect(analytics.track("Later") == nil, "\(what)")
    } else {
      analytics.track("Later")
      #expect(analytics.anonymousID == final.0, "\(what): another identifier")
      #expect(analytics.userID == final.1, "\(what): another user")
    }
    let events = await later.delivered(by: analytics)
    let ids = Set(events.map(\.id))
    let lost = acknowledged.filter { !ids.contains($0.description) }
    #expect(lost.isEmpty, "\(what): lost")
    if isDenied { #expect(events.isEmpty && holding(later.storage.memory) == [], "\(what)") }
    var sessions: [String: Set<String>] = [:]
    for (event, stored) in zip(events, later.server.events) {
      let id = stored.fields?["anonymousId"] as? String ?? ""
      let bob = "\(Self.needle)-bob"
      let marks = [
        stored.fields?["userId"] as? String, event.properties["email"]?.text,
        event.campaign?["source"]?.text,
      ]
      if marks.contains(bob) {
        #expect(id == before, "\(what): \(event.name) mixes two persons")
      }
      if let session = event.session { sessions[session, default: []].insert(id) }
    }
    #expect(sessions.values.allSatisfy { $0.count == 1 }, "\(what): a session of two persons")
    if wasReset, !isDenied { #expect(final.0 != before, "\(what)") }
    await analytics.close(flushingForSeconds: 0)
  }

  @Test(
    "after a kill between any two writes of a denial, no data remains if the denial is known",
    arguments: [Work.deny, .denyAndGrant, .identify])
  func killed(work: Work) async throws {
    let scene = ContextFixture()
    let images = Locked<[InMemoryFileSystem]>([])
    let isOn = Locked(false)
    let files = FaultyFileSystem(scene.storage.files) { call in
      if isOn.withLock({ $0 }), ["write", "create", "remove", "move", "rmdir"].contains(call.name) {
        let image = InMemoryFileSystem(copying: scene.storage.memory)
        images.withLock { $0.append(image) }
      }
      return .none
    }
    scene.server.isOffline = true
    let analytics = scene.start(on: files)
    analytics.identify("\(Self.needle)-bob")
    analytics.superProperties.register(["email": .string("\(Self.needle)-bob")])
    let id = try #require(analytics.track("Before"))
    isOn.withLock { $0 = true }
    Self.perform(work, analytics) { _ in }
    await analytics.flush()
    isOn.withLock { $0 = false }
    await analytics.close(flushingForSeconds: 0)
    let all = images.withLock { $0 }
    #expect(all.count > (work == .identify ? 1 : 3))
    for (number, image) in all.enumerated() {
      let what = "\(work), write \(number)"
      let later = scene.killed(leaving: image)
      let next = later.start()
      let user = next.userID
      next.track("Later")
      let events = await later.delivered(by: next)
      if events.contains(where: { $0.id == id.description }) {
        // Nothing of the denial was on the disk.
        #expect(user?.hasPrefix(Self.needle) == true, "\(what)")
      } else {
        #expect(work != .identify, "\(what): lost")
        #expect(user == nil, "\(what)")
        #expect(holding(later.storage.memory).allSatisfy { $0.hasSuffix("/identity") }, "\(what)")
        if next.consent == .denied { #expect(holding(later.storage.memory) == [], "\(what)") }
      }
      await next.close(flushingForSeconds: 0)
    }
  }
}
