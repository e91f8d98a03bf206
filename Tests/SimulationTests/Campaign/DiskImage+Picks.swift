import CairnTesting

extension DiskImage {
  /// How many disks a loss of power may leave; a large number stands for more.
  var powerOutcomes: Int {
    powerChoices.reduce(1) { min(1 << 40, $0 * $1) }
  }

  /// All outcomes if they are no more than so many, else some at random.
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
