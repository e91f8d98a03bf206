import Cairn

/// A destination, and the behaviour of its collector.
struct CollectorPlan: Sendable {
  var name: String
  /// The host, which several destinations may share.
  var host: String?
  /// The limits of the destination itself.
  var limits = BatchLimits(events: 7, bytes: 2_000)
  var schedule = DeliverySchedule(flushAt: 3, flushInterval: 20)
  var start = StartingPoint.oldest
  /// The destination filters events with this remainder modulo 5.
  var unwanted: Int?
  /// The collector always refuses events with this remainder modulo 7.
  var poison: Int?
  /// The maximum number of events that the collector accepts.
  var mostEvents = Int.max
  var maximumBytes = Int.max
  /// The percentage of responses that are not successes.
  var trouble = 30
  /// Whether it never responds.
  var isDown = false

  func wants(_ number: Int) -> Bool { unwanted != number % 5 }
  func isPoison(_ number: Int) -> Bool { poison == number % 7 }
}
