import ToolSupport
import Cairn

/// Shows a running demo: in place on a terminal, as occasional lines elsewhere, or not at all.
final class Display: Sendable {
  private struct State {
    var phase = DemoPhase.killing
    /// The number of lines that the next picture replaces; nil before the first and after the last.
    var height: Int?
  }

  private let plan: DemoPlan
  private let isSilent: Bool
  private let terminal = Terminal.standardOutput
  private let state = Locked(State())

  init(_ plan: DemoPlan, isSilent: Bool) {
    self.plan = plan
    self.isSilent = isSilent
    guard !isSilent else { return }
    terminal.write(
      terminal.bold("cairnlab demo")
        + terminal.dim(
          "  seed \(plan.seed) · \(plan.writers) writers · \(destinations) · "
            + "\(Int((plan.faults * 100).rounded())) % faults") + "\n\n")
  }

  private var destinations: String {
    plan.destinations == 1 ? "1 destination" : "\(plan.destinations) destinations"
  }

  func phase(_ phase: DemoPhase) { state.withLock { $0.phase = phase } }

  /// Shows the progress until it is cancelled, and once more then.
  @available(macOS 14, *)
  func follow(_ meter: DemoMeter) async throws {
    guard !isSilent else { return }
    let interval = terminal.isInteractive ? 0.1 : 2
    while !Task.isCancelled {
      show(meter.read())
      try? await Task.sleep(for: .seconds(interval))
    }
    show(meter.read())
  }

  /// Leaves the last picture in place, and shows the cursor again.
  func end() {
    state.withLock { state in
      if state.height != nil { terminal.write("\u{1B}[?25h\n") }
      state.height = nil
    }
  }

  private func show(_ progress: DemoProgress) {
    state.withLock { state in
      guard terminal.isInteractive else { return terminal.write(line(progress, state.phase)) }
      let lines = DemoPicture(plan: plan, terminal: terminal).lines(progress, state.phase)
      // Moves to the first column: Ctrl-C leaves `^C` in the line and the cursor after it.
      let begin = state.height.map { "\r\u{1B}[\($0)A" } ?? "\u{1B}[?25l"
      let body = lines.map { "\u{1B}[2K\($0)\n" }.joined()
      terminal.write(begin + body)
      state.height = lines.count
    }
  }

  private func line(_ progress: DemoProgress, _ phase: DemoPhase) -> String {
    let stored = progress.destinations.map { "\($0.name) \($0.stored.grouped)" }
    return "\(Int(progress.seconds)) s: kills \(progress.kills) of \(plan.kills), "
      + "tracked \(progress.tracked.grouped), stored \(stored.joined(separator: ", ")), "
      + "requests \(progress.proxy.requests.grouped), faults \(progress.proxy.failed.grouped); "
      + "\(phase.rawValue)\n"
  }
}
