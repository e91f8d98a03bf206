import Cairn

/// Accepts nothing, after the batch was sealed.
struct Shut: Destination {
  let name = "shut"
  var limits: BatchLimits { BatchLimits(events: 20) }
  func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    Array(events.map(\.text).joined().utf8)
  }
  func deliver(_ batch: Batch) async -> Outcome { .later(afterSeconds: 300, reason: "shut") }
}

/// Refuses bad events permanently.
struct Picky: Destination {
  let name = "picky"
  func deliver(_ batch: Batch) async -> Outcome {
    var refused: [Int: DeliveryRejection] = [:]
    for (place, event) in batch.events.enumerated() where event.text.contains("Bad") {
      refused[place] = "bad"
    }
    return refused.isEmpty ? .accepted : .partial(refused: refused, again: [])
  }
}

/// Accepts everything, and records it.
final class Taker: Destination {
  let name: String
  private let taken = Locked<[String]>([])

  init(_ name: String) { self.name = name }

  /// The events in the order of arrival.
  var events: [String] { taken.withLock { $0 } }

  func deliver(_ batch: Batch) async -> Outcome {
    taken.withLock { $0 += batch.events.map(\.text) }
    return .accepted
  }
}
