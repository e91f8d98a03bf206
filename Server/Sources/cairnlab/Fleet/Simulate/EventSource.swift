import ToolSupport
import Foundation

/// The times at which a device tracks events: random and independent of each other (a Poisson
/// process).
struct EventSource: Sendable {
  private var generator: SeededGenerator
  /// The average number of milliseconds between two events.
  private let gap: Double
  private var next: Double
  private(set) var count = 0

  init(gap: Double, from start: Int64, generator: SeededGenerator) {
    self.gap = gap
    self.generator = generator
    next = Double(start)
    next += pause()
  }

  mutating func advance(to now: Int64) {
    while next <= Double(now) { step() }
  }

  /// Returns the time at which this many events have been tracked.
  func time(of number: Int) -> Int64 {
    var future = self
    while future.count + 1 < number { future.step() }
    return Int64(future.next.rounded(.up))
  }

  private mutating func step() {
    count += 1
    next += pause()
  }

  private mutating func pause() -> Double {
    -gap * log(1 - Double.random(in: 0..<1, using: &generator))
  }
}
