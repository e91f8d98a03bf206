import ToolSupport
import Foundation

/// The lines of a running demo on a terminal.
struct DemoPicture {
  let plan: DemoPlan
  let terminal: Terminal

  func lines(_ progress: DemoProgress, _ phase: DemoPhase) -> [String] {
    let goal = max(plan.events, progress.tracked)
    var lines = [
      bar("kills", progress.kills, of: plan.kills),
      bar("tracked", progress.tracked, of: goal),
      "",
    ]
    lines += DestinationTable(width: terminal.width - 1).lines(progress, goal: goal)
    lines += [
      "",
      "  faults      \(faults(progress.proxy))",
      "  \(seconds(progress).aligned(10))  \(phase.rawValue)\(outages(progress))",
    ]
    // A wrapped line would shift the drawing by one line.
    return lines.map { String($0.prefix(terminal.width - 1)) }
  }

  private func bar(_ name: String, _ count: Int, of goal: Int) -> String {
    "  \(name.aligned(10))  \(Bar.text(count, of: goal, width: 30))  "
      + "\(count.grouped) of \(goal.grouped)"
  }

  private func seconds(_ progress: DemoProgress) -> String {
    String(format: "%.1f s", progress.seconds)
  }

  private func faults(_ proxy: ProxyCounts) -> String {
    Fault.Kind.allCases.map { "\($0.rawValue) \(proxy.count($0).grouped)" }.joined(separator: ", ")
  }

  private func outages(_ progress: DemoProgress) -> String {
    let names = progress.destinations.filter(\.isDown).map(\.name)
    return names.isEmpty ? "" : "; down: \(names.joined(separator: ", "))"
  }
}
