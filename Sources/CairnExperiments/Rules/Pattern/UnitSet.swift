/// A set of code units.
struct UnitSet {
  var ranges: [ClosedRange<UInt16>]
  var isNegated = false

  /// Returns whether the set contains the code unit, ignoring case as the reference implementation
  /// does: code units are equal when their upper cases are.
  func contains(_ unit: UInt16) -> Bool {
    let upper = unit.folded
    let isMember =
      includes(unit) || upper != unit && includes(upper) || includes(upper.lowercase)
    return isMember != isNegated
  }

  private func includes(_ unit: UInt16) -> Bool { ranges.contains { $0.contains(unit) } }

  /// Returns the ranges of all code units that are not in the given ranges.
  static func complement(_ ranges: [ClosedRange<UInt16>]) -> [ClosedRange<UInt16>] {
    var next = 0
    var gaps: [ClosedRange<UInt16>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if next < Int(range.lowerBound) { gaps.append(UInt16(next)...(range.lowerBound - 1)) }
      next = max(next, Int(range.upperBound) + 1)
    }
    if next <= 0xFFFF { gaps.append(UInt16(next)...0xFFFF) }
    return gaps
  }

  static let digits: [ClosedRange<UInt16>] = [0x30...0x39]
  static let words: [ClosedRange<UInt16>] = [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
  static let spaces: [ClosedRange<UInt16>] = [
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ]
  static let lineEnds: [ClosedRange<UInt16>] = [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029]

  /// Returns the ranges of a class escape such as `\d`; nil for other escapes.
  static func escaped(_ letter: UInt16) -> [ClosedRange<UInt16>]? {
    switch letter {
    case "d": digits
    case "D": complement(digits)
    case "w": words
    case "W": complement(words)
    case "s": spaces
    case "S": complement(spaces)
    default: nil
    }
  }
}
