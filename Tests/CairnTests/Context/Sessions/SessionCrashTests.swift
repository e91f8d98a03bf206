import Cairn
import CairnTesting
import Foundation
import Testing

/// The process is killed after each write that begins or ends sessions.
@Suite struct SessionCrashTests {
  @Test("after any kill, each session begins once and ends once, by its identifier")
  func everyWrite() async throws {
    let images = Locked<[InMemoryFileSystem]>([])
    let storage = TestStorage()
    let scene = ContextFixture(storage)
    let files = FaultyFileSystem(storage.files) { call in
      // The image before the call is the disk at the time of the kill.
      if call.name == "write" {
        let image = InMemoryFileSystem(copying: storage.memory)
        images.withLock { $0.append(image) }
      }
      return .none
    }
    // Deliveries now would go to another server than those of the relaunches.
    scene.server.isOffline = true
    let first = scene.start(on: files)
    first.track("One")
    scene.clock.advance(bySeconds: 2_000)
    first.track("Two")
    scene.clock.advance(bySeconds: 30)
    first.reset()
    first.track("Three")
    let count = images.withLock { $0.count }
    #expect(count > 10)
    for image in images.withLock({ $0 }) { try await check(scene.killed(leaving: image)) }
    await first.close()
  }

  private func check(_ scene: ContextFixture) async throws {
    scene.clock.advance(bySeconds: 100_000)
    for _ in 0..<2 {
      let analytics = scene.start()
      analytics.track("After")
      _ = await scene.delivered(by: analytics)
      await scene.kill(analytics)
    }
    let events = scene.events()
    let started = ids(events, SessionEvent.started)
    let ended = ids(events, SessionEvent.ended)
    // The last session is still active.
    #expect(started.values.allSatisfy { $0.count == 1 })
    #expect(ended.values.allSatisfy { $0.count == 1 })
    #expect(started.count == ended.count + 1)
    #expect(Set(ended.keys).isSubset(of: started.keys))
    let own = events.filter { $0.properties["session_id"] != nil }
    #expect(own.allSatisfy { $0.properties["session_id"]?.text == $0.session })
    let numbers = Set(events.named(SessionEvent.started).map { $0.properties["session_number"] })
    #expect(numbers == Set((1...started.count).map(Value.int)))
  }

  /// Returns the identifiers of the events with that name, by session.
  private func ids(_ events: [SeenEvent], _ name: String) -> [String: Set<String>] {
    Dictionary(
      events.named(name).map { ($0.properties["session_id"]?.text ?? "", [$0.id]) },
      uniquingKeysWith: { $0.union($1) })
  }
}
