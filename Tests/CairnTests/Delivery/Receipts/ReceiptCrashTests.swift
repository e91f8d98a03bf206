import Cairn
import CairnTesting
import Testing

/// The process dies at any disk call; the next launch makes no false statement.
@Suite struct ReceiptCrashTests {
  /// A disk that ignores all calls from one call on, as if the process had died there.
  final class Disk: Sendable {
    let end = Locked(Int.max)
    let calls = Locked(0)

    func isDead() -> Bool {
      let number = calls.withLock { calls in
        calls += 1
        return calls
      }
      return number >= end.withLock { $0 }
    }

    func die(after calls: Int) {
      let now = self.calls.withLock { $0 }
      end.withLock { $0 = now + calls }
    }
  }

  /// Returns the disk that a launch leaves when it dies at a call, and the events that it recorded.
  func run(
    dyingAt call: Int, _ change: (inout Configuration) -> Void,
    _ work: (Analytics) async -> Void
  ) async throws -> (scene: ReceiptFixture, ids: [EventID], hasEnded: Bool) {
    let scene = ReceiptFixture()
    let disk = Disk()
    scene.server.answerEach { $0.text.contains("Bad") ? .refused("bad") : .accepted }
    let files = FaultyFileSystem(scene.storage.files) { _ in
      disk.isDead() ? .fail(FileError.inputOutput) : .none
    }
    let analytics = await scene.start(on: files, change)
    let ids = try (1...9).map {
      try #require(analytics.track($0.isMultiple(of: 3) ? "Bad" : "Good"))
    }
    disk.die(after: call)
    await work(analytics)
    let hasEnded = !disk.isDead()
    await analytics.engine?.stop()
    return (scene, ids, hasEnded)
  }

  @Test("a delivered event is never shown as dropped or refused, nor a refused one as delivered")
  func delivery() async throws {
    var seen: Set<DeliveryState?> = []
    for call in 1...1_000 {
      let (scene, ids, hasEnded) = try await run(dyingAt: call, { _ in }) { await $0.flush() }
      scene.server.isOffline = true
      let next = await scene.start()
      for (place, id) in ids.enumerated() {
        let state = await next.state(of: id)
        let disposition: DeliveryState = (place + 1).isMultiple(of: 3) ? .deadLettered : .delivered
        seen.insert(state)
        #expect([disposition, .pending].contains(state), "\(call): \(place)")
        #expect(!hasEnded || state == disposition)
      }
      scene.server.isOffline = false
      await next.flush()
      for (place, id) in ids.enumerated() {
        let disposition: DeliveryState = (place + 1).isMultiple(of: 3) ? .deadLettered : .delivered
        #expect(await next.state(of: id) == disposition)
      }
      await next.close()
      if hasEnded {
        #expect(call > 10)
        break
      }
    }
    #expect(seen == [.pending, .delivered, .deadLettered])
  }

  @Test(
    "an event that a cap drops is shown as dropped, or as pending and is then delivered"
  )
  func caps() async throws {
    for call in 1...1_000 {
      let (scene, ids, hasEnded) = try await run(dyingAt: call, { $0.journal.lag = 4 }) {
        await $0.engine?.retention.prune()
      }
      let before = scene.server.events.count
      scene.server.isOffline = true
      let next = await scene.start()
      var states: [DeliveryState?] = []
      for id in ids { states.append(await next.state(of: id)) }
      // The first ones may have been removed before, by the retention itself.
      let dropped = states.prefix { $0 == .dropped(.capacity) }.count
      #expect(dropped <= 5 && states[dropped...].allSatisfy { $0 == .pending })
      #expect(!hasEnded || dropped == 5)
      scene.server.isOffline = false
      await next.flush()
      let sent = Set(scene.server.events[before...].map(\.id))
      #expect(sent == Set(ids.dropFirst(dropped)))
      await next.close()
      if hasEnded {
        #expect(call > 5)
        break
      }
    }
  }
}
