import Cairn

/// A destination, and how the collector behind it behaves.
struct CollectorPlan: Sendable {
  var name: String
  /// Several may share one.
  var host: String?
  /// What the destination itself sends at once.
  var limits = BatchLimits(events: 7, bytes: 2_000)
  var schedule = DeliverySchedule(flushAt: 3, flushInterval: 20)
  var start = StartingPoint.oldest
  /// Wants no event whose number leaves this remainder by 5.
  var unwanted: Int?
  /// Refuses for ever each event whose number leaves this remainder by 7.
  var poison: Int?
  /// More is too much for the collector.
  var mostEvents = Int.max
  var mostBytes = Int.max
  /// Of a hundred answers so many are anything but yes.
  var trouble = 30
  /// It never answers.
  var isDown = false

  func wants(_ number: Int) -> Bool { unwanted != number % 5 }
  func isPoison(_ number: Int) -> Bool { poison == number % 7 }
}
