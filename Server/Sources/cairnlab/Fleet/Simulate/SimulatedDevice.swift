import ToolSupport
import Cairn
import Foundation

/// A device, with the state that its destinations share.
struct SimulatedDevice: Sendable {
  var events: EventSource
  var breaker = CircuitBreaker()
  /// The milliseconds to the collector.
  let latency: Double
  let start: Int64

  init(_ generator: inout SeededGenerator) {
    start = Int64.random(in: 0..<FleetPlan.startSpread, using: &generator)
    latency = Self.pick(FleetPlan.latencies, &generator)
    events = EventSource(
      gap: Self.pick(FleetPlan.eventGaps, &generator), from: start,
      generator: SeededGenerator(seed: generator.next()))
  }

  /// Picks a value; each order of magnitude has the same probability.
  private static func pick(
    _ range: ClosedRange<Double>, _ generator: inout SeededGenerator
  ) -> Double {
    let exponent = Double.random(in: 0...1, using: &generator)
    return range.lowerBound * pow(range.upperBound / range.lowerBound, exponent)
  }
}
