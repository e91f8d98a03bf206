import ArgumentParser
import ToolSupport

/// What a fleet simulation is to do.
///
/// Times are milliseconds of virtual time since its beginning.
struct FleetPlan: Sendable {
  var devices = 10_000
  /// Destinations a device, all on the one host.
  var destinations = 1
  /// How long the collector is away.
  var outage: Int64 = 3_600_000
  /// How long all of it takes.
  var length: Int64 = 7_200_000
  /// Requests a second that the collector can do; nil for twice what the fleet needs on a normal day.
  var capacity: Double?
  var answer = OutageAnswer.none
  var seed: UInt64 = 1

  /// Time for the fleet to find its usual rhythm.
  static let outageStart: Int64 = 600_000
  /// Devices start within so long.
  static let startSpread: Int64 = 60_000
  /// Between two events of the busiest and of the quietest device, on average.
  static let eventGaps = 3_000.0...30_000.0
  /// From a device to the collector or back.
  static let latencies = 10.0...150.0

  var outageEnd: Int64 { Self.outageStart + outage }

  var isDown: Range<Int64> { Self.outageStart..<outageEnd }

  var collectorCapacity: Double {
    capacity ?? max(5, 0.05 * Double(devices * destinations))
  }

  /// What each part draws its chance from: another stream a part, all from one seed.
  func generator(_ purpose: UInt64) -> SeededGenerator {
    var mixed = SeededGenerator(seed: seed &+ purpose &* 0xD1B5_4A32_D192_ED03)
    return SeededGenerator(seed: mixed.next())
  }
}

/// What a device hears while the collector is away.
enum OutageAnswer: String, CaseIterable, Sendable, ExpressibleByArgument, Encodable {
  /// Nothing: connections fail.
  case none
  /// A proxy answers 503 with `Retry-After: 30`.
  case seconds
  /// A proxy answers 503 and names the time of the end to everybody: `Retry-After` with a date.
  case date
}
