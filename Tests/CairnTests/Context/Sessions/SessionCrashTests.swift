import Cairn
import CairnTesting
import Foundation
import Testing

/// The process is killed behind each write that begins and ends sessions.
@Suite struct SessionCrashTests {
  @Test("whatever a kill leaves, each session begins once and ends once, by its identifier")
  func everyWrite() async throws {
    let images = Locked<[InMemoryFileSystem]>([])
    let storage = TestStorage()
    let scene = ContextScene(storage)
    let files = FaultyFileSystem(storage.files) { call in
      // Before the call: what the disk held when the process was killed.
      if call.name == "write" {
        let image = InMemoryFileSystem(copying: storage.memory)
        images.withLock { $0.append(image) }
      }
      return .none
    }
    // What is delivered would be known to another server than that of the relaunches.
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

  private func check(_ scene: ContextScene) async throws {
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
    // The last one is still on.
    #expect(started.values.allSatisfy { $0.count == 1 })
    #expect(ended.values.allSatisfy { $0.count == 1 })
    #expect(started.count == ended.count + 1)
    #expect(Set(ended.keys).isSubset(of: started.keys))
    let own = events.filter { $0.properties["session_id"] != nil }
    #expect(own.allSatisfy { $0.properties["session_id"]?.text == $0.session })
    let numbers = Set(events.named(SessionEvent.started).map { $0.properties["session_number"] })
    #expect(numbers == Set((1...started.count).map(Value.int)))
  }

  /// By session, the identifiers of the events of that name.
  private func ids(_ events: [SeenEvent], _ name: String) -> [String: Set<String>] {
    Dictionary(
      events.named(name).map { ($0.properties["session_id"]?.text ?? "", [$0.id]) },
      uniquingKeysWith: { $0.union($1) })
  }
}
