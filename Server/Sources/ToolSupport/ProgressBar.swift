import Cairn
import Foundation

/// A progress bar on standard error during long work; shows nothing if that is not a terminal.
///
/// Safe to call from any thread.
package final class ProgressBar: Sendable {
  private struct State {
    var done = 0
    /// The time of the next drawing in nanoseconds; short work gets no bar.
    var nextDrawing = Stopwatch.nanoseconds() + 300_000_000
    var isDrawn = false
  }

  private let title: String
  private let total: Int
  private let describe: @Sendable (Int) -> String
  private let terminal = Terminal.standardError
  private let state = Locked(State())

  /// Creates a bar; `total` is in bytes unless the amounts are described otherwise.
  package init(
    _ title: String, total: Int, describe: @escaping @Sendable (Int) -> String = { $0.inBytes }
  ) {
    self.title = title
    self.total = total
    self.describe = describe
  }

  package func advance(by amount: Int) {
    state.withLock { state in
      state.done += amount
      let now = Stopwatch.nanoseconds()
      guard terminal.isInteractive, now >= state.nextDrawing else { return }
      state.nextDrawing = now + 100_000_000
      state.isDrawn = true
      terminal.write("\r\u{1B}[2K" + line(state.done))
    }
  }

  /// Removes the bar.
  package func end() {
    state.withLock { state in
      if state.isDrawn { terminal.write("\r\u{1B}[2K") }
      state.isDrawn = false
    }
  }

  private func line(_ done: Int) -> String {
    let width = 30
    let share = total > 0 ? min(1, Double(done) / Double(total)) : 1
    let filled = Int(share * Double(width))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    let text = "\(title) \(bar) \(describe(done)) of \(describe(total))"
    return String(text.prefix(terminal.width - 1))
  }
}
