import Cairn
import CairnTesting
import Testing

/// P3, P9: events that cannot be read now wait, and delay no others.
@Suite struct UnreadableLaneTests {
  /// Two processes that record into one journal, and a delivery in the second one, on a disk that
  /// can refuse to open the segments of the first.
  private final class Scene {
    /// The number of calls that fail from now on.
    private final class RecordingFailure: Sendable {
      let left = Locked(0)
      let path = Locked("")

      func refuses(_ call: FaultyFileSystem.Call) -> Bool {
        guard call.name == "open", path.withLock({ !$0.isEmpty && call.path.contains($0) }) else {
          return false
        }
        return left.withLock { left in
          left -= 1
          return left >= 0
        }
      }
    }

    private let refusal = RecordingFailure()
    let fixture: JournalFixture
    let theirs: Journal
    let ours: Journal
    let server = RecordingDestination(name: "server")
    private(set) var delivery: DeliveryDriver

    init() throws {
      let files = FaultyFileSystem(InMemoryFileSystem(capacity: 64 << 20)) { [refusal] call in
        refusal.refuses(call) ? .fail(FileError.inputOutput) : .none
      }
      fixture = JournalFixture(files, seed: 7)
      theirs = try fixture.open()
      ours = try fixture.open()
      delivery = fixture.startDelivery(to: server, from: ours)
    }

    func record(_ count: Int, in journal: Journal) {
      for _ in 0..<count { fixture.record("E", in: journal) }
    }

    /// Makes opening the other process's segments fail this number of times.
    func refuse(_ times: Int) {
      refusal.path.withLock { $0 = theirs.lane.description }
      refusal.left.withLock { $0 = times }
    }

    /// Returns the number of events that are sent after this time without other inputs; each batch
    /// is accepted.
    func sent(after duration: Milliseconds) -> Int {
      let end = fixture.clock.now().continuous + duration
      var sent = 0
      while let due = delivery.machine.nextAttempt, due <= end {
        fixture.clock.advance(
          bySeconds: Double((due - fixture.clock.now().continuous).count) / 1_000)
        sent += accept(delivery.handle(.tick))
      }
      fixture.clock.advance(bySeconds: Double((end - fixture.clock.now().continuous).count) / 1_000)
      return sent
    }

    /// Handles effects as the worker does, with a server that accepts all batches.
    private func accept(_ effects: [DeliveryDriver.Effect]) -> Int {
      var effects = effects
      var sent = 0
      while let batch = effects.lazy.compactMap(\.batch).first {
        sent += batch.events.count
        effects = delivery.handle(.outcome(.accepted, of: batch.key))
      }
      return sent
    }

    /// Reports added events if the worker set a threshold at this number.
    func ring() -> Int { accept(delivery.handle(.appended)) }
  }

  @Test("events that arrive while others cannot be read wait for the interval, and no longer")
  func others() throws {
    let scene = try Scene()
    scene.record(30, in: scene.theirs)
    try scene.ours.refresh()
    scene.refuse(.max)
    #expect(scene.ring() == 0)
    #expect(scene.delivery.pending == 30)
    for _ in 0..<10 {
      scene.record(3, in: scene.ours)
      #expect(scene.ring() == 0)
      #expect(scene.sent(after: 2_000) == 3)
    }
    scene.record(20, in: scene.ours)
    #expect(scene.ring() == 20)
    #expect(scene.delivery.pending == 30)
  }

  @Test(
    "events that are readable at the second listing of the folder are read immediately",
    arguments: 1...5)
  func once(failures: Int) throws {
    let scene = try Scene()
    scene.record(30, in: scene.theirs)
    try scene.ours.refresh()
    scene.refuse(failures)
    #expect(scene.ring() == 30)
  }

  @Test("unreadable events are tried less and less often, and are sent when they can be read")
  func pauses() throws {
    let scene = try Scene()
    scene.record(30, in: scene.theirs)
    try scene.ours.refresh()
    scene.refuse(.max)
    #expect(scene.ring() == 0)
    var pauses: [Milliseconds] = []
    for _ in 0..<8 {
      let now = scene.fixture.clock.now().continuous
      let next = try #require(scene.delivery.machine.nextAttempt)
      pauses.append(next - now)
      #expect(scene.sent(after: next - now) == 0)
    }
    #expect(pauses == [2_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
    scene.refuse(0)
    #expect(scene.sent(after: 30_000) == 30)
    #expect(scene.delivery.machine.phase == .resting)
  }
}

extension DeliveryDriver.Effect {
  fileprivate var batch: Batch? { if case .deliver(let batch) = self { batch } else { nil } }
}
