import CairnTesting

extension DiskImage {
  /// The number of disks that a power loss may leave; a large number stands for more.
  var powerOutcomes: Int {
    powerChoices.reduce(1) { min(1 << 40, $0 * $1) }
  }

  /// Returns all results if there are at most `most`, otherwise random ones.
  func somePowerPicks(_ dice: inout Dice, exhaustive most: Int, random: Int) -> [[Int]] {
    guard powerOutcomes <= most else {
      return (0..<random).map { _ in powerPicks(&dice) }
    }
    let choices = powerChoices
    return (0..<powerOutcomes).map { number in
      var rest = number
      return choices.map { count in
        defer { rest /= count }
        return rest % count
      }
    }
  }
}
