import ToolSupport
/// The parameters of a demo.
struct DemoPlan: Sendable {
  var writers: Int
  var destinations: Int
  var events: Int
  var kills: Int
  /// The duration of the killing in seconds, for any number of kills.
  var seconds: Double
  /// The share of requests with a fault, 0 to 0.9.
  var faults: Double
  var seed: UInt64
  var sabotage: Sabotage?
  /// Whether interactions with content are tracked, and counted at the Edge Network.
  var isContent = false

  /// The number of seconds without a delivery after which the writers fail.
  var patienceSeconds: Double { max(60, seconds) }

  /// The events per second that each writer tracks at its own pace.
  var eventsPerSecond: Int {
    // The bursts before kills track the rest.
    max(1, Int(0.85 * Double(events) / Double(writers) / seconds))
  }

  /// The kind of faults of each destination, in their order.
  var weathers: [Weather] {
    (0..<destinations).map { Weather.allCases[$0 % Weather.allCases.count] }
  }

  /// Returns the random number generator of one purpose, all derived from one seed.
  func generator(_ purpose: UInt64) -> SeededGenerator {
    var mixed = SeededGenerator(seed: seed &+ purpose &* 0xD1B5_4A32_D192_ED03)
    return SeededGenerator(seed: mixed.next())
  }
}
