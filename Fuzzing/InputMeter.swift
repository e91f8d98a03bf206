#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Stops the process at an input that exceeds the limit, so that libFuzzer keeps it as a finding.
final class InputMeter: Sendable {
  private let limit: InputLimit

  init(_ limit: InputLimit) {
    self.limit = limit
    AllocatedBytes.install()
    reportAtExit()
  }

  func measure(_ count: Int, _ run: () -> Void) {
    var cost = Self.cost(of: run)
    // The first run may have loaded tables of system libraries, which stay in memory.
    if isTooMuch(cost) { cost = Self.cost(of: run) }
    guard !isTooMuch(cost) else {
      fatalError(
        "\(count) bytes cost \(cost.milliseconds) ms of the processor and \(cost.bytes >> 10) KiB; "
          + "at most \(limit.milliseconds) ms and \(limit.bytes >> 10) KiB")
    }
    greatest.milliseconds = max(greatest.milliseconds, cost.milliseconds)
    greatest.bytes = max(greatest.bytes, cost.bytes)
  }

  private func isTooMuch(_ cost: InputLimit) -> Bool {
    cost.milliseconds > limit.milliseconds || cost.bytes > limit.bytes
  }

  private static func cost(of run: () -> Void) -> InputLimit {
    AllocatedBytes.begin()
    let start = processorTime()
    run()
    return InputLimit(milliseconds: processorTime() - start, bytes: AllocatedBytes.most)
  }

  private static func processorTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
  }

  private func reportAtExit() {
    atexit {
      let text = "greatest_cost: \(greatest.milliseconds) ms, \(greatest.bytes >> 10) KiB\n"
      _ = text.withCString { write(2, $0, strlen($0)) }
    }
  }
}

// Sendable: libFuzzer calls the targets on one thread, and the process ends on it.
private nonisolated(unsafe) var greatest = InputLimit(milliseconds: 0, bytes: 0)

/// The maximum cost of one input.
struct InputLimit: Sendable {
  /// The processor time in milliseconds, with the sanitizer: other processes on the machine do not
  /// count.
  ///
  /// libFuzzer's own limit is in whole seconds of elapsed time. It remains for inputs that never
  /// end.
  var milliseconds = 250

  /// The number of bytes that are allocated at the same time.
  var bytes = 16 << 20
}
