import ToolSupport
import Cairn

/// One row per destination: its number of events, and the outcomes of its requests.
struct DestinationTable {
  let width: Int

  func lines(_ progress: DemoProgress, goal: Int) -> [String] {
    let head = row(
      "destination", "stored".aligned(barWidth), ["", "waiting", "requests", "faults", "again"])
    return [head] + progress.destinations.map { row($0, progress.tracked, goal) }
  }

  private func row(_ destination: DestinationProgress, _ tracked: Int, _ goal: Int) -> String {
    let numbers = [
      destination.stored, max(0, tracked - destination.stored), destination.proxy.requests,
      destination.proxy.failed, destination.duplicates,
    ]
    return row(
      destination.name, Bar.text(destination.stored, of: goal, width: barWidth),
      numbers.map(\.grouped))
  }

  private func row(_ name: String, _ bar: String, _ numbers: [String]) -> String {
    let columns = numbers.map { $0.alignedRight(Self.column) }
    return "  \(name.aligned(Self.name)) \(bar) \(columns.joined(separator: " "))"
  }

  private static let name = 11
  private static let column = 9
  private var barWidth: Int { min(30, max(6, width - Self.name - 5 * (Self.column + 1) - 4)) }
}
