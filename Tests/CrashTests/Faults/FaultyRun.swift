import CrashSupport
import Foundation

/// A process that records and delivers while a system call fails, and its files afterwards.
struct FaultyRun {
  /// The cause of the failure.
  enum Cause: CustomStringConvertible {
    case fault(SystemFault)
    /// Opening more files than this while it records fails.
    case descriptors(Int)

    var description: String {
      switch self {
      case .fault(let fault): "\(fault)"
      case .descriptors(let number): "\(number) descriptors"
      }
    }
  }

  private let cause: Cause
  /// Whether the fault ends before the process does, whether the system's error is false, and
  /// whether the process dies of it.
  private let ends: Bool
  private let isLie: Bool
  private let isDeadly: Bool
  private let attempts: Int
  private let scratch: Scratch

  init(_ cause: Cause, attempts: Int = 3) throws {
    self.cause = cause
    self.attempts = attempts
    switch cause {
    case .fault(let fault): (ends, isLie, isDeadly) = (fault.ends, fault.isLie, fault.isDeadly)
    case .descriptors: (ends, isLie, isDeadly) = (true, false, false)
    }
    scratch = try Scratch()
  }

  /// Returns the problems as sentences.
  func faults() throws -> [String] {
    let ending = try record()
    // When no file can be opened, the origin of a crash cannot be determined from a backtrace.
    if ending == .signal(SIGILL), attempts > 1, complaints.contains("failed ***") {
      scratch.remove()
      return try FaultyRun(cause, attempts: attempts - 1).faults()
    }
    let deliveredThen = Deliveries(path: requests)
    let report = try Workload.check(directory, requests: requests)
    let deliveries = Deliveries(path: requests)
    var faults = isLie ? [] : deliveries.faults
    faults += promises(deliveries)
    if !isLie { faults += report.faults(delivered: deliveries.events) }
    switch ending {
    case .exit(0): faults += account(deliveries, deliveredThen)
    case .signal(SIGKILL) where isDeadly: break
    case .signal(SIGILL) where isFaultOfDispatch: break
    // It reported that the folder could not be used, and acknowledged nothing.
    case .exit(2) where acknowledgements.lines.isEmpty: break
    default: faults.append("it ended with \(ending)")
    }
    if faults.isEmpty { scratch.remove() }
    return faults.prefix(5).map { "\(cause): \($0) (\(scratch.path))" }
  }

  /// On Linux, `libdispatch` reads its threads from `/proc` once a second, and ends the process
  /// when it cannot.
  private var isFaultOfDispatch: Bool { complaints.contains("_dispatch_workq_monitor_pools") }

  private var complaints: String {
    String(decoding: FileManager.default.contents(atPath: errors) ?? Data(), as: UTF8.self)
  }

  private func record() throws -> Child.Ending {
    let child = try start()
    _ = child.readLine()
    let strace: Child? =
      if case .fault(let fault) = cause {
        try Strace.attach(to: child.pid, fault.injection)
      } else { nil }
    child.say("go")
    let ending = child.end(within: Child.hangLimit)
    strace?.wait()
    return ending
  }

  private func start() throws -> Child {
    let arguments = [
      "write", "--directory", directory, "--acks", acks, "--requests", requests,
      "--ledger", ledger, "--waits", "yes", "--threads", "2", "--events", "30",
      "--segment-bytes", "4096", "--durable-every", "6", "--sync", "0.01",
    ]
    guard case .descriptors(let number) = cause else {
      return try Child(Workload.program, arguments, errors: errors, inGroup: true)
    }
    let words = ["-c", "ulimit -n 128; exec \"$@\"", "sh", Workload.program]
    return try Child(
      "sh", words + arguments + ["--descriptors", "\(number)"], errors: errors, inGroup: true)
  }

  /// Checks that the receipt of each event is correct.
  private func promises(_ deliveries: Deliveries) -> [String] {
    acknowledgements.lines.compactMap { line in
      switch line.promise {
      case "stored", "durable":
        deliveries.contains(line.event) ? nil : "\(line.event) was \(line.promise) and is lost"
      case "refused":
        deliveries.contains(line.event) ? "\(line.event) was refused, and came" : nil
      default: nil
      }
    }
  }

  /// Checks the ledger that the process printed at its end.
  private func account(_ deliveries: Deliveries, _ then: Deliveries) -> [String] {
    guard let data = FileManager.default.contents(atPath: ledger),
      let report = try? JSONDecoder().decode(LedgerReport.self, from: data)
    else { return ["it left no account"] }
    var faults: [String] = []
    if report.recorded - report.buffered != deliveries.events {
      faults.append("\(deliveries.events) events are there, and it said \(report)")
    }
    if report.recorded + report.refused != acknowledgements.lines.count {
      faults.append("\(acknowledgements.lines.count) calls, and it said \(report)")
    }
    if !report.destinations.allSatisfy(\.balances) { faults.append("no balance: \(report)") }
    // A failed sync may be the last attempt: then there is a problem and nothing waits.
    if ends, report.buffered > 0 {
      faults.append("the fault is over, and it said \(report)")
    }
    if ends, then.events != deliveries.events {
      faults.append("the fault is over, and \(then.events) of \(deliveries.events) were delivered")
    }
    return faults
  }

  private var acknowledgements: Acknowledgements { Acknowledgements(path: acks) }
  private var directory: String { scratch.path + "/journal" }
  private var requests: String { scratch.path + "/requests" }
  private var errors: String { scratch.path + "/errors" }
  private var acks: String { scratch.path + "/acks" }
  private var ledger: String { scratch.path + "/ledger" }
}

/// The file that `journalworkload write --ledger` writes.
struct LedgerReport: Decodable {
  var recorded: Int
  var buffered: Int
  var refused: Int
  var problem: String?
  var destinations: [CheckReport.Account]
}
