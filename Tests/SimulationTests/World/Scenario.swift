/// A world before anything has happened in it, and what will happen.
///
/// The same scenario is the same history.
struct Scenario: Sendable {
  var seed: UInt64
  /// Whether cursors, bodies and dead letters are synced.
  var syncs = true
  var segmentBytes = 2_048
  var destinations: [DestinationPlan] = []
  var steps: [Step] = []
  /// Whether two programs may deliver to one destination at a time.
  var hasLocks = true

  init(seed: UInt64) { self.seed = seed }
}

/// How a destination behaves.
struct DestinationPlan: Sendable {
  var name: String
  /// Takes no event whose number leaves this remainder by 5.
  var unwanted: Int?
  /// Refuses for ever each event whose number leaves this remainder by 11.
  var poison: Int?
  var mostEvents = 7
  /// Of a hundred answers so many are anything but yes.
  var trouble = 30

  func wants(_ number: Int) -> Bool { unwanted != number % 5 }
  func refuses(_ number: Int) -> Bool { poison == number % 11 }
}
