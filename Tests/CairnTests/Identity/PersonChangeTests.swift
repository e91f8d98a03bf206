import Cairn
import CairnTesting
import Foundation
import Testing

/// A change of the user is atomic: identifier, user, properties, session and campaign, in memory
/// and on the disk.
@Suite struct PersonChangeTests {
  let scene = ContextFixture()

  /// Returns the contents of the disk before each write.
  func images(_ work: (Analytics) -> Void) async -> [InMemoryFileSystem] {
    let images = Locked<[InMemoryFileSystem]>([])
    let isOn = Locked(false)
    let files = FaultyFileSystem(scene.storage.files) { [scene] call in
      if isOn.withLock({ $0 }), ["write", "create", "remove", "move"].contains(call.name) {
        let image = InMemoryFileSystem(copying: scene.storage.memory)
        images.withLock { $0.append(image) }
      }
      return .none
    }
    scene.server.isOffline = true
    let analytics = scene.start(on: files)
    analytics.identify("bob")
    analytics.superProperties.register(["email": "bob@example.com"])
    if let url = URL(string: "shop://x?utm_source=bobs-mail") { analytics.openURL(url) }
    isOn.withLock { $0 = true }
    work(analytics)
    isOn.withLock { $0 = false }
    let last = InMemoryFileSystem(copying: scene.storage.memory)
    await analytics.close(flushingForSeconds: 0)
    return images.withLock { $0 } + [last]
  }

  /// Returns all user data by anonymous identifier.
  func check(_ image: InMemoryFileSystem, _ what: String) async {
    await check(scene.killed(leaving: image), what)
  }

  func check(_ later: ContextFixture, _ what: String) async {
    let analytics = later.start()
    analytics.track("After")
    let events = await later.delivered(by: analytics)
    var persons: [String: Set<String>] = [:]
    var sessions: [String: Set<String>] = [:]
    for (event, stored) in zip(events, later.server.events) {
      let id = stored.fields?["anonymousId"] as? String ?? ""
      let user = stored.fields?["userId"] as? String
      let email = event.properties["email"]?.text
      let campaign = event.campaign?["source"]?.text
      for mark in [user, email, campaign] where mark != nil {
        persons[id, default: []].insert("bob")
      }
      if user == "alice" { persons[id, default: []].insert("alice") }
      if let session = event.session { sessions[session, default: []].insert(id) }
    }
    if persons.count > 1 || persons.values.contains(where: { $0.count > 1 }) {
      Issue.record("\(what): \(persons)")
    }
    #expect(sessions.values.allSatisfy { $0.count == 1 }, "\(what): a session of two identifiers")
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("after a kill at any write of reset, the next launch has the old user or a new one")
  func killed() async {
    let images = await images { $0.reset() }
    #expect(images.count > 3)
    for (number, image) in images.enumerated() { await check(image, "write \(number)") }
  }

  @Test("after a kill at any write of reset and identify, no user is mixed with another")
  func killedTwice() async {
    let images = await images {
      $0.reset()
      $0.track("Between")
      $0.reset()
      $0.track("Behind")
    }
    for (number, image) in images.enumerated() { await check(image, "write \(number)") }
  }

  @Test("when the disk fails in a reset, the next launch does not mix two users", arguments: 0..<8)
  func failing(write: Int) async {
    for second in write..<8 { await failing([write, second]) }
  }

  /// Makes the writes with these numbers fail, counted from the reset on.
  func failing(_ writes: Set<Int>) async {
    let scene = ContextFixture()
    let number = Locked<Int?>(nil)
    let files = FaultyFileSystem(scene.storage.files) { call in
      guard call.name == "write" else { return .none }
      let fails = number.withLock { number in
        defer { number = number.map { $0 + 1 } }
        return number.map(writes.contains) ?? false
      }
      return fails ? .fail(FileError.inputOutput) : .none
    }
    scene.server.isOffline = true
    let analytics = scene.start(on: files)
    analytics.identify("bob")
    analytics.superProperties.register(["email": "bob@example.com"])
    if let url = URL(string: "shop://x?utm_source=bobs-mail") { analytics.openURL(url) }
    number.withLock { $0 = 0 }
    analytics.reset()
    number.withLock { $0 = nil }
    let image = InMemoryFileSystem(copying: scene.storage.memory)
    await check(scene.killed(leaving: image), "writes \(writes.sorted())")
    await analytics.close(flushingForSeconds: 0)
  }

  /// Resets on another thread while the first event with its name is enriched.
  final class Overtaking: Enricher {
    let work = Locked<(@Sendable () -> Void)?>(nil)

    func enrich(_ event: inout Event) {
      guard event.name == "Overtaken", let work = work.withLock({ $0.take() }) else { return }
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        work()
        done.signal()
      }
      done.wait()
    }
  }

  @Test("an event that a reset overtakes is of one user and one session")
  func overtaken() async {
    let overtaking = Overtaking()
    let analytics = scene.start { $0.enrichers = [overtaking] }
    analytics.identify("bob")
    analytics.superProperties.register(["email": "bob@example.com"])
    overtaking.work.withLock { work in
      work = {
        analytics.reset()
        analytics.superProperties.register(["email": "alice@example.com"])
        analytics.track("Of the next user")
      }
    }
    #expect(analytics.track("Overtaken") != nil)
    let events = await scene.delivered(by: analytics)
    var sessions: [String: Set<String>] = [:]
    var emails: [String: Set<String>] = [:]
    for (event, stored) in zip(events, scene.server.events) {
      let id = stored.fields?["anonymousId"] as? String ?? ""
      if let session = event.session { sessions[session, default: []].insert(id) }
      if let email = event.properties["email"]?.text { emails[id, default: []].insert(email) }
    }
    #expect(events.names.contains("Overtaken"))
    #expect(sessions.values.allSatisfy { $0.count == 1 })
    #expect(emails.values.allSatisfy { $0.count == 1 })
    await analytics.close()
  }

  @Test("many threads record while users change: no identifier and no session belongs to two")
  func threads() async {
    let analytics = scene.start()
    let isOver = Locked(false)
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<2 {
      Thread.detachNewThread {
        while !isOver.withLock({ $0 }) { analytics.track("e") }
        ended.signal()
      }
    }
    for number in 1...60 {
      analytics.identify("user \(number)")
      analytics.superProperties.register(["email": .string("user \(number)")])
      for _ in 0..<20 { analytics.track("own") }
      analytics.reset()
    }
    isOver.withLock { $0 = true }
    for _ in 0..<2 { await Self.wait(ended) }
    let events = await scene.delivered(by: analytics)
    var sessions: [String: Set<String>] = [:]
    var users: [String: Set<String>] = [:]
    for (event, stored) in zip(events, scene.server.events) {
      let id = stored.fields?["anonymousId"] as? String ?? ""
      if let session = event.session { sessions[session, default: []].insert(id) }
      for user in [stored.fields?["userId"] as? String, event.properties["email"]?.text] {
        if let user { users[id, default: []].insert(user) }
      }
    }
    #expect(users.count == 60)
    #expect(users.filter { $0.value.count > 1 }.count == 0)
    #expect(sessions.filter { $0.value.count > 1 }.count == 0)
    await analytics.close()
  }

  private static func wait(_ semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        semaphore.wait()
        done.resume()
      }
    }
  }

  @Test("a reset while tracking is off ends session and campaign", arguments: [1_800.0, nil])
  func untracked(timeout: Double?) async throws {
    let analytics = scene.start { $0.sessionTimeout = timeout }
    analytics.identify("bob")
    analytics.openURL(try #require(URL(string: "shop://x?utm_source=bobs-mail")))
    let before = analytics.sessionID
    analytics.setTrackingEnabled(false)
    analytics.reset()
    analytics.setTrackingEnabled(true)
    analytics.track("Of the next user")
    let last = try #require(await scene.delivered(by: analytics).last)
    #expect(last.campaign == nil)
    if timeout != nil { #expect(analytics.sessionID != before) }
    await analytics.close()
  }
}
