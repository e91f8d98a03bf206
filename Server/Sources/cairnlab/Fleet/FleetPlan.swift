import ArgumentParser
import ToolSupport

/// The parameters of a fleet simulation.
///
/// Times are milliseconds of virtual time since its beginning.
struct FleetPlan: Sendable {
  var devices = 10_000
  /// The number of destinations of each device, all on one host.
  var destinations = 1
  /// The collectors that share a store, behind a balancer.
  var collectors = 1
  /// The duration of the outage.
  var outage: Int64 = 3_600_000
  /// The duration of the simulation.
  var length: Int64 = 7_200_000
  /// The requests per second that all collectors can handle together; nil for twice the normal
  /// load.
  var capacity: Double?
  var answer = OutageAnswer.none
  var seed: UInt64 = 1

  /// The time before the outage, in which the fleet reaches its normal load.
  static let outageStart: Int64 = 600_000
  /// The time within which all devices start.
  static let startSpread: Int64 = 60_000
  /// The average times between two events of the busiest and of the quietest device.
  static let eventGaps = 3_000.0...30_000.0
  /// The times from a device to the collector or back.
  static let latencies = 10.0...150.0

  var outageEnd: Int64 { Self.outageStart + outage }

  /// The deaths of collectors, if there are several: one each minute, in turn, for ten seconds.
  static let deaths: (every: Int64, last: Int64) = (60_000, 10_000)

  /// Returns whether this collector is dead.
  func isDead(_ collector: Int, at time: Int64) -> Bool {
    guard collectors > 1 else { return false }
    let (minute, rest) = time.quotientAndRemainder(dividingBy: Self.deaths.every)
    return rest < Self.deaths.last && Int(minute) % collectors == collector
  }

  /// Returns the time of the next death of this collector.
  func nextDeath(_ collector: Int, after time: Int64) -> Int64 {
    guard collectors > 1 else { return .max }
    var minute = time / Self.deaths.every + 1
    while Int(minute) % collectors != collector { minute += 1 }
    return minute * Self.deaths.every
  }

  var isDown: Range<Int64> { Self.outageStart..<outageEnd }

  var collectorCapacity: Double {
    capacity ?? max(5, 0.05 * Double(devices * destinations))
  }

  /// Returns the random number generator of one purpose, all derived from one seed.
  func generator(_ purpose: UInt64) -> SeededGenerator {
    var mixed = SeededGenerator(seed: seed &+ purpose &* 0xD1B5_4A32_D192_ED03)
    return SeededGenerator(seed: mixed.next())
  }
}

/// The response to devices during the outage.
enum OutageAnswer: String, CaseIterable, Sendable, ExpressibleByArgument, Encodable {
  /// No response: connections fail.
  case none
  /// A proxy responds with 503 and `Retry-After: 30`.
  case seconds
  /// A proxy responds with 503 and `Retry-After` with the date of the end, which is the same for
  /// all devices.
  case date
}
