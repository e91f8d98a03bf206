import Foundation

/// Pearson's chi-square test of counts against expected values.
struct ChiSquare {
  let value: Double
  let probability: Double

  /// The smallest expected value for which the test is valid: smaller cells are combined.
  private static let least = 5.0

  /// Computes the test for pairs of counted and expected values.
  init(_ cells: [(counted: Double, expected: Double)]) {
    let isImpossible = cells.contains { $0.expected == 0 && $0.counted > 0 }
    let pooled = Self.pooled(cells.filter { $0.expected > 0 })
    value = pooled.reduce(0) { sum, cell in
      let difference = cell.counted - cell.expected
      return sum + difference * difference / cell.expected
    }
    probability =
      isImpossible ? 0 : Self.upperTail(value, degrees: max(0, pooled.count - 1))
  }

  private static func pooled(_ cells: [(counted: Double, expected: Double)]) -> [(
    counted: Double, expected: Double
  )] {
    let small = cells.filter { $0.expected < least }
    guard !small.isEmpty else { return cells }
    let pool = small.reduce((counted: 0.0, expected: 0.0)) {
      ($0.counted + $1.counted, $0.expected + $1.expected)
    }
    return cells.filter { $0.expected >= least } + (pool.expected >= least ? [pool] : [])
  }

  /// Returns the probability of this value or a greater one.
  static func upperTail(_ value: Double, degrees: Int) -> Double {
    guard degrees > 0, value > 0 else { return 1 }
    let (shape, place) = (Double(degrees) / 2, value / 2)
    let scale = exp(shape * log(place) - place - lgamma(shape))
    if place < shape + 1 { return max(0, 1 - scale * series(shape, place)) }
    return scale * fraction(shape, place)
  }

  /// Computes the series of the lower incomplete gamma function, which converges quickly for small
  /// values.
  private static func series(_ shape: Double, _ place: Double) -> Double {
    var (term, sum, next) = (1 / shape, 1 / shape, shape)
    for _ in 0..<1_000 where term > sum * 1e-15 {
      next += 1
      term *= place / next
      sum += term
    }
    return sum
  }

  /// Computes the continued fraction of the upper incomplete gamma function, for large values
  /// (Lentz).
  private static func fraction(_ shape: Double, _ place: Double) -> Double {
    var b = place + 1 - shape
    var c = 1 / 1e-300
    var d = 1 / b
    var result = d
    for step in 1..<1_000 {
      let factor = -Double(step) * (Double(step) - shape)
      b += 2
      d = 1 / (factor * d + b)
      c = b + factor / c
      result *= d * c
      if abs(d * c - 1) < 1e-15 { break }
    }
    return result
  }
}
