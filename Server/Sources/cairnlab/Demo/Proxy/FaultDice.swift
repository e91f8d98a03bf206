import ToolSupport
import Cairn

/// Random faults with the probabilities of a weather.
final class FaultDice: FaultSource {
  private let weather: Weather
  private let share: Double
  private let outage: Range<Double>
  private let generator: Locked<SeededGenerator>
  private let start = ContinuousClock.now

  /// Creates the source for a demo of this many seconds; `share` of the requests have a fault, from
  /// 0 to 1.
  init(_ weather: Weather, share: Double, seconds: Double, generator: SeededGenerator) {
    self.weather = weather
    self.share = share
    outage = weather == .outage ? 0.25 * seconds..<0.6 * seconds : 0..<0
    self.generator = Locked(generator)
  }

  /// Whether no request passes now.
  var isDown: Bool { outage.contains((ContinuousClock.now - start) / .seconds(1)) }

  func next() -> Fault? {
    let isDown = isDown
    return generator.withLock { generator in
      if isDown { return Weather.whenDown.randomElement(using: &generator) }
      let chance = Double.random(in: 0..<1, using: &generator)
      if chance < share * weather.severity {
        return Fault.allCases.randomElement(using: &generator)
      }
      guard weather == .slow, chance < Weather.slowShare else { return nil }
      return Weather.whenSlow.randomElement(using: &generator)
    }
  }
}
