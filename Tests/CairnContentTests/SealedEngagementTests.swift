import Cairn
import CairnContent
import CairnTesting
import Foundation
import Testing

/// Every attempt sends the bytes that the destination behind the groups has sealed.
@Suite struct SealedEngagementTests {
  /// A delivery: the key, and the body as text.
  struct Sent: Hashable, Sendable {
    let key: UUID
    let body: String
  }

  /// The requests of all versions of the app, and their responses.
  final class Network: Sendable {
    let sent = Locked<[Sent]>([])
    let answers = Locked<[Outcome]>([])
  }

  /// A destination that writes its version into each body, as after an update of an app.
  struct Server: Destination {
    let name = "server"
    let version: Int
    var most = 500
    let network: Network

    var limits: BatchLimits { BatchLimits(events: most) }

    func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
      Array("\(version)\n\t\(events.map(\.text).joined(separator: "\n"))".utf8)
    }

    func deliver(_ batch: Batch) async -> Outcome {
      let body = String(decoding: batch.body, as: UTF8.self)
      network.sent.withLock { $0.append(Sent(key: batch.key, body: body)) }
      return network.answers.withLock { $0.isEmpty ? .accepted : $0.removeFirst() }
    }
  }

  let clock = ManualClock()
  let storage = TestStorage()
  let network = Network()

  func launch(_ version: Int, most: Int = 500) -> ContentAnalytics {
    let server = Server(version: version, most: most, network: network)
    var own = Configuration(destinations: [ContentEngagement(to: server)])
    own.flushInterval = 86_400
    own.diagnostics = { _ in }
    return ContentAnalytics(Analytics(own.testing(clock: clock, storage: storage)))
  }

  static let later = Outcome.later(afterSeconds: nil, reason: "busy")

  @Test("a resend after a kill and an update of the app is the same batch, byte for byte")
  func resend() async {
    network.answers.withLock { $0 = [Self.later, Self.later] }
    let first = launch(1)
    for name in ["A", "B"] { first.trackAssetView(name) }
    await first.analytics.flush()
    clock.advance(bySeconds: 600)
    await first.analytics.flush()
    await first.analytics.engine?.stop()
    clock.advance(bySeconds: 600)
    let second = launch(2)
    await second.analytics.flush()
    let sent = network.sent.withLock { $0 }
    #expect(sent.count == 3)
    #expect(Set(sent).count == 1)
    #expect(sent.allSatisfy { $0.body.hasPrefix("1\n") })
    #expect(second.analytics.ledger().destinations.map(\.pending) == [0])
    await second.analytics.close()
  }

  @Test("a batch that was sealed as one request stays one, even if the limits have changed")
  func parts() async {
    network.answers.withLock { $0 = [Self.later] }
    let first = launch(1, most: 2)
    for name in ["A", "B"] { first.trackAssetView(name) }
    await first.analytics.flush()
    await first.analytics.engine?.stop()
    clock.advance(bySeconds: 600)
    let second = launch(2, most: 1)
    await second.analytics.flush()
    let sent = network.sent.withLock { $0 }
    #expect(sent.count == 2)
    #expect(Set(sent).count == 1)
    await second.analytics.close()
  }

  @Test("no key has two bodies, also when a part of a batch is sealed by an update of the app")
  func halves() async {
    network.answers.withLock { $0 = [.split, Self.later] }
    let first = launch(1)
    for name in ["A", "B"] { first.trackAssetView(name) }
    await first.analytics.flush()
    await first.analytics.engine?.stop()
    clock.advance(bySeconds: 600)
    network.answers.withLock { $0 = [.split] }
    let second = launch(2)
    await second.analytics.flush()
    let sent = network.sent.withLock { $0 }
    #expect(sent.count == 5)
    let bodies = Dictionary(grouping: sent, by: \.key).mapValues { Set($0.map(\.body)) }
    #expect(bodies.values.allSatisfy { $0.count == 1 })
    #expect(second.analytics.ledger().destinations.map(\.pending) == [0])
    await second.analytics.close()
  }
}
