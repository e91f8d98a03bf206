import Cairn
import CairnTesting
import Testing

/// Events of a kind that most destinations do not support.
@Suite struct InteractionTests {
  struct Plain: Destination {
    let name = "plain"
    let inner = RecordingDestination(name: "plain")
    func deliver(_ batch: Batch) async -> Outcome { await inner.deliver(batch) }
  }

  @Test(
    "an interaction is sent to destinations that accept the kind, and filtered by others"
  )
  func asked() async throws {
    let counting = RecordingDestination(name: "counting", accepting: { $0.kind == .interaction })
    let plain = Plain()
    let analytics = await launch(Configuration(destinations: [plain, counting]), ManualClock())
    analytics.track("One")
    analytics.engine?.recorder.record(.interaction, "asset", ["n": 1])
    await analytics.flush()
    #expect(plain.inner.events.map(\.kind) == [.track])
    #expect(counting.events.map(\.kind) == [.interaction])
    let fields = try #require(counting.events.first?.fields)
    #expect(fields["type"] as? String == "interaction")
    #expect(fields["event"] as? String == "asset")
    #expect((fields["properties"] as? [String: Int]) == ["n": 1])
    #expect(analytics.ledger().destinations.map(\.filtered) == [1, 1])
  }

  struct Mixing: Destination {
    let name = "mixing"
    let inner = RecordingDestination(name: "mixing", answer: { _ in .accepted })
    var mixesContexts: Bool { true }
    func deliver(_ batch: Batch) async -> Outcome { await inner.deliver(batch) }
  }

  @Test(
    "events of two launches go in one batch to a destination that mixes contexts, and else in two")
  func mixed() async {
    let (clock, storage) = (ManualClock(), TestStorage())
    let (mixing, plain) = (Mixing(), Plain())
    for server in [mixing.inner, plain.inner] { server.isOffline = true }
    let none = await launch(Configuration(destinations: []), clock, storage)
    none.track("One")
    await none.close(flushingForSeconds: 0)
    var configuration = Configuration(destinations: [])
    configuration.syncPolicy = .never
    let analytics = Analytics(configuration.testing(clock: clock, storage: storage))
    analytics.track("Two")
    // The destinations are offline until both exist: otherwise events could be removed before the
    // second one joins.
    await analytics.addDestination(mixing)
    await analytics.addDestination(plain)
    await analytics.flush()
    let tried = [mixing.inner, plain.inner].map(\.batches.count)
    for server in [mixing.inner, plain.inner] { server.isOffline = false }
    await analytics.flush()
    #expect(mixing.inner.batches.dropFirst(tried[0]).map(\.events.count) == [2])
    #expect(plain.inner.batches.dropFirst(tried[1]).map(\.events.count) == [1, 1])
  }

  final class Remembering: Destination {
    let name = "remembering"
    let said = Locked<[[UInt8]?]>([])
    private let context = Locked<DestinationContext?>(nil)
    func attach(to context: DestinationContext) {
      said.withLock { $0.append(context.stored) }
      self.context.withLock { $0 = context }
    }
    func deliver(_ batch: Batch) async -> Outcome {
      context.withLock { $0 }?.store(Array("batch of \(batch.events.count)".utf8))
      return .accepted
    }
  }

  @Test("the state of a destination is available in the next launch, until it is removed")
  func memory() async {
    let (clock, storage) = (ManualClock(), TestStorage())
    let destination = Remembering()
    let configuration = Configuration(destinations: [destination])
    let first = await launch(configuration, clock, storage)
    first.track("One")
    await first.flush()
    let second = await launch(configuration, clock, storage)
    await second.removeDestination("remembering", keepingEvents: false)
    await second.addDestination(destination)
    #expect(destination.said.withLock { $0 } == [nil, Array("batch of 1".utf8), nil])
  }
}
