#if canImport(PostgreSQLClient)
import Cairn
import ToolSupport

/// Shows a running cluster: in place on a terminal, as occasional lines elsewhere, or not at all.
final class ClusterDisplay: Sendable {
  private struct State {
    /// The number of lines that the next picture replaces; nil before the first and after the last.
    var height: Int?
    var lastEvents = 0
    var lastTime = ContinuousClock.now
    var rates: [Double] = []
  }

  private let plan: ClusterPlan
  private let isSilent: Bool
  private let terminal = Terminal.standardOutput
  private let state = Locked(State())

  init(_ plan: ClusterPlan, isSilent: Bool) {
    self.plan = plan
    self.isSilent = isSilent
    guard !isSilent else { return }
    terminal.write(
      terminal.bold("cairnlab cluster")
        + terminal.dim(
          "  \(plan.collectors) collectors · PostgreSQL with 2 standbys · HAProxy · "
            + "\(plan.clients) clients") + "\n\n")
  }

  /// Shows a phase without numbers.
  func show(_ phase: String) {
    guard !isSilent else { return }
    if terminal.isInteractive { draw(["  \(phase)"]) } else { terminal.write("\(phase)\n") }
  }

  /// Shows the progress until it ends.
  func follow(
    _ parts: ClusterParts, _ acknowledgements: Acknowledgements, _ driver: FaultDriver,
    since began: ContinuousClock.Instant
  ) async throws {
    guard !isSilent else { return }
    while !acknowledgements.isEnding {
      let seconds = (ContinuousClock.now - began) / .seconds(1)
      let shipped = await parts.clickHouse?.rows()
      show(parts, acknowledgements.progress, driver.record, seconds, shipped)
      try await Task.sleep(for: .seconds(terminal.isInteractive ? 0.25 : 5))
    }
  }

  /// Leaves the last picture in place, and shows the cursor again.
  func end() {
    state.withLock { state in
      if state.height != nil { terminal.write("\u{1B}[?25h\n") }
      state.height = nil
    }
  }

  private func show(
    _ parts: ClusterParts, _ progress: Acknowledgements.Progress, _ record: FaultDriver.Record,
    _ seconds: Double, _ shipped: Int?
  ) {
    let rates = state.withLock { state in
      let now = ContinuousClock.now
      let elapsed = max(0.001, (now - state.lastTime) / .seconds(1))
      state.rates.append(Double(progress.events - state.lastEvents) / elapsed)
      state.rates = state.rates.suffix(40)
      state.lastEvents = progress.events
      state.lastTime = now
      return state.rates
    }
    let picture = ClusterPicture(
      terminal: terminal, goal: plan.duration / .seconds(1), rates: rates, shipped: shipped)
    if terminal.isInteractive {
      draw(picture.lines(parts, progress, record, seconds))
    } else {
      terminal.write(picture.line(progress, record, seconds))
    }
  }

  private func draw(_ lines: [String]) {
    state.withLock { state in
      // Moves to the first column: Ctrl-C leaves `^C` in the line and the cursor after it.
      let begin = state.height.map { "\r\u{1B}[\($0)A\u{1B}[J" } ?? "\u{1B}[?25l"
      terminal.write(begin + lines.map { "\($0)\n" }.joined())
      state.height = lines.count
    }
  }
}
#endif
