/// The vertical axis of a chart, from 0 to a round number.
struct ChartScale: Sendable {
  let top: Int
  let step: Int

  /// Creates an axis with at most five steps, each 1, 2 or 5 times a power of ten.
  init(upTo highest: Int) {
    // A chart of larger numbers than this would be wrong, and would not trap.
    let highest = min(max(1, highest), 1 << 60)
    var step = 1
    while (highest + step - 1) / step > 5 {
      // 1, 2, 5, 10, 20, 50, …
      step = Self.firstDigit(step) == 2 ? step / 2 * 5 : step * 2
    }
    self.step = step
    top = (highest + step - 1) / step * step
  }

  var ticks: [Int] { Array(stride(from: 0, through: top, by: step)) }

  private static func firstDigit(_ number: Int) -> Int {
    var number = number
    while number >= 10 { number /= 10 }
    return number
  }
}
