import Foundation

/// Shows the progress: on a terminal in one changing line, elsewhere as one line per round.
struct Progress {
  private let isTerminal = isatty(1) == 1

  func line(_ text: String) {
    print((isTerminal ? "\r\u{1B}[K" : "") + text)
    fflush(nil)
  }

  func step(_ report: Report, _ now: String) {
    guard isTerminal else { return }
    print(
      "\r\u{1B}[Kround \(report.rounds + 1): \(now) · kills \(report.kills)"
        + " · acknowledged \(report.acknowledged) · lost \(report.lost)", terminator: "")
    fflush(nil)
  }

  func done(_ round: Round) {
    if !isTerminal || !round.isWell {
      line(
        "\(round.plan.kind.rawValue) \(round.plan.seed): acknowledged \(round.acknowledged),"
          + " kills \(round.kills), stops \(round.stops), \(round.milliseconds / 1_000) s")
    }
    for violation in round.violations { line("  \(violation)") }
  }
}
