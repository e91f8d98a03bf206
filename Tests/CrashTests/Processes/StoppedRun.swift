import CrashSupport
import Foundation

/// A process that is stopped between the two halves of a write, and continues after another one has
/// delivered.
struct StoppedRun {
  private let write: Int
  private let delivers: Bool
  private let scratch: Scratch

  init(_ write: Int, delivers: Bool) throws {
    self.write = write
    self.delivers = delivers
    scratch = try Scratch()
  }

  /// Returns the problems as sentences.
  func faults() throws -> [String] {
    let child = try start()
    var faults = child.waitUntilStopped() ? [] : ["it is not stopped"]
    let meanwhile = try Workload.check(directory, requests: requests)
    faults += promises(after: "while it was stopped", mayWait: meanwhile.isBusy)
    if !delivers, meanwhile.isBusy { faults.append("nobody else could deliver") }
    child.send(SIGCONT)
    let ending = child.wait().ending
    if ending != .exit(0) { faults.append("it ended with \(ending)") }
    let report = try Workload.check(directory, requests: requests)
    let deliveries = Deliveries(path: requests)
    faults += promises(after: "in the end", mayWait: false)
    faults += deliveries.faults + report.faults(delivered: deliveries.events)
    if deliveries.events != acknowledgements.lines.count {
      faults.append("\(deliveries.events) of \(acknowledgements.lines.count) came")
    }
    if faults.isEmpty { scratch.remove() }
    return faults.prefix(5).map { "write \(write), \(delivers): \($0) (\(scratch.path))" }
  }

  private func start() throws -> Child {
    let delivery = delivers ? ["--requests", requests] : []
    return try Child(
      Workload.program,
      [
        "write", "--directory", directory, "--acks", acks, "--threads", "2", "--events", "60",
        "--segment-bytes", "8192", "--sync", "0.01", "--stop-at-write", "\(write)",
      ] + delivery)
  }

  /// Checks that acknowledged events have arrived, unless the stopped process is the one that
  /// delivers.
  private func promises(after moment: String, mayWait: Bool) -> [String] {
    let deliveries = Deliveries(path: requests)
    let missing = acknowledgements.stored.filter { !deliveries.contains($0) }
    guard !missing.isEmpty, !mayWait else { return [] }
    return ["\(missing.count) are not delivered \(moment), such as \(missing[0])"]
  }

  private var acknowledgements: Acknowledgements { Acknowledgements(path: acks) }
  private var directory: String { scratch.path + "/journal" }
  private var requests: String { scratch.path + "/requests" }
  private var acks: String { scratch.path + "/acks" }
}
