/// The costs of a month.
struct MonthReport: Codable, Sendable {
  var recorded = 0
  var refused = 0
  var pending = 0
  var balances = false
  /// The delivered events of each remaining destination.
  var delivered: [Int] = []
  /// The resident memory in bytes after the warm-up.
  var residentAtFirst = 0
  var residentAtEnd = 0
  var maximumBytes = 0
  var mostFiles = 0
  var violations: [String] = []

  var growth: Int { residentAtEnd - residentAtFirst }

  var text: String {
    let line =
      "month: recorded \(recorded) · delivered \(delivered.map(String.init).joined(separator: ", "))"
      + " · resident \(residentAtFirst >> 10) KiB, at the end \(residentAtEnd >> 10) KiB"
      + " · at most \(mostFiles) files, \(maximumBytes >> 10) KiB"
    return ([line] + violations.map { "wrong: \($0)" }).joined(separator: "\n")
  }
}
