import ToolSupport
/// What a demo is to do.
struct DemoPlan: Sendable {
  var writers: Int
  var destinations: Int
  var events: Int
  var kills: Int
  /// How long the killing goes on, in seconds, however many kills that are.
  var seconds: Double
  /// The share of requests that meet a fault, 0 to 0.9.
  var faults: Double
  var seed: UInt64
  var sabotage: Sabotage?
  /// Interactions with content are tracked, and counted at the Edge Network.
  var isContent = false

  /// After how many seconds in which nothing of what is left is delivered the writers give up.
  var patienceSeconds: Double { max(60, seconds) }

  /// Events a second that each writer tracks at its own pace.
  var eventsPerSecond: Int {
    // The rest comes from the bursts before kills.
    max(1, Int(0.85 * Double(events) / Double(writers) / seconds))
  }

  /// What each destination suffers from, in their order.
  var weathers: [Weather] {
    (0..<destinations).map { Weather.allCases[$0 % Weather.allCases.count] }
  }

  /// What each part draws its chance from: another stream a part, all from one seed.
  func generator(_ purpose: UInt64) -> SeededGenerator {
    var mixed = SeededGenerator(seed: seed &+ purpose &* 0xD1B5_4A32_D192_ED03)
    return SeededGenerator(seed: mixed.next())
  }
}
