import Foundation

/// The lines of a running demo on a terminal.
struct DemoPicture {
  let plan: DemoPlan
  let terminal: Terminal

  func lines(_ progress: DemoProgress, _ phase: DemoPhase) -> [String] {
    let goal = max(plan.events, progress.tracked)
    let proxy = progress.proxy
    let lines = [
      bar("kills", progress.kills, of: plan.kills),
      bar("tracked", progress.tracked, of: goal),
      bar("stored", progress.stored, of: max(goal, progress.stored)),
      "",
      "  requests    \(proxy.requests.grouped), failed \(proxy.failed.grouped): \(faults(proxy))",
      "  duplicates  \(progress.duplicates.grouped) arrived",
      "  \(String(format: "%.1f", progress.seconds)) s        \(phase.rawValue)",
    ]
    // A line that wraps would be drawn over one line too low.
    return lines.map { String($0.prefix(terminal.width - 1)) }
  }

  private func bar(_ name: String, _ count: Int, of goal: Int) -> String {
    let width = 30
    let share = goal > 0 ? min(1, Double(count) / Double(goal)) : 1
    let filled = Int(share * Double(width))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    let title = name.padding(toLength: 11, withPad: " ", startingAt: 0)
    return "  \(title) \(bar)  \(count.grouped) of \(goal.grouped)"
  }

  private func faults(_ proxy: ProxyCounts) -> String {
    Fault.allCases.map { "\($0.name) \((proxy.faults[$0] ?? 0).grouped)" }
      .joined(separator: ", ")
  }
}
