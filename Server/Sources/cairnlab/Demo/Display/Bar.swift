/// A progress bar of block characters.
enum Bar {
  static func text(_ count: Int, of goal: Int, width: Int) -> String {
    let share = goal > 0 ? min(1, Double(count) / Double(goal)) : 1
    let filled = Int(share * Double(width))
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }
}
