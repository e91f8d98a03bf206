import Cairn
import CairnTesting

extension World {
  /// Repairs the disk, ends all programs, and lets a new one deliver everything; returns the final
  /// problems.
  func drain() -> [String] {
    disk.faults = DiskFaults()
    disk.refuse(with: nil)
    disk.setCapacity(.max)
    for place in launches.keys.sorted() { stop(place) }
    guard let last = launch(2) else { return ["UNSTARTED on a disk without faults"] }
    for destination in scenario.destinations.indices {
      for _ in 0..<300 {
        deliver(last, destination, 100)
        let line = last.lines[destination]
        if line.waiting == nil, line.pending == 0 { break }
        passPause(of: line)
      }
    }
    let model = model
    return model.violations + undelivered(model) + left(last)
  }

  /// Waits: a flush does not end a pause after programs died during attempts, but time does.
  private func passPause(of line: DeliveryLine) {
    guard line.waiting == nil, let due = line.delivery.machine.nextAttempt else { return }
    clock.advance(bySeconds: Double(max(0, due - clock.now().continuous).count) / 1_000)
  }

  private func undelivered(_ model: Model) -> [String] {
    var wrong: [String] = []
    for server in model.servers {
      for number in model.promised.sorted()
      where !server.explains(number) && !server.given.contains(number) {
        wrong.append("UNDELIVERED event \(number) to \(server.plan.name)")
      }
    }
    return wrong
  }

  /// I13: settled events use no space.
  private func left(_ last: Launch) -> [String] {
    var wrong: [String] = []
    for line in last.lines {
      let row = Ledger.Row(line.delivery.report, last.journal.segments())
      let isExact = !scenario.losesLeases && !model.hasVanished
      if isExact && !row.balances || row.pending > 0 { wrong.append("LEDGER in the end: \(row)") }
    }
    let paths = disk.image.paths
    let bodies = paths.filter { $0.hasSuffix(".body") }
    if !bodies.isEmpty { wrong.append("LEFT \(bodies)") }
    let segments = paths.filter {
      $0.hasPrefix(Launch.log + "/") && $0.hasSuffix(".seg") && $0 != Self.foreignPath
    }
    if segments.count > 1 { wrong.append("LEFT \(segments.count) segments: \(segments)") }
    return wrong
  }
}
