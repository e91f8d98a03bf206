import Dispatch

/// Runs work so that its first step, up to its first suspension, runs inside another closure.
///
/// Swift does not report when work suspends, but it reports to an executor that a step has ended.
actor FirstStepExecutor {
  private final class Executor: SerialExecutor {
    private let queue = DispatchQueue(label: "cairn.step", autoreleaseFrequency: .workItem)
    private let around: @Sendable (() -> Void) -> Void
    private let hasBegun = Locked(false)

    init(_ around: @escaping @Sendable (() -> Void) -> Void) { self.around = around }

    // `ExecutorJob` requires iOS 17 and macOS 14; on the other platforms the older requirement is
    // deprecated.
    #if os(macOS) || os(iOS) || os(tvOS) || os(watchOS)
    func enqueue(_ job: UnownedJob) { run(job) }
    #else
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    func enqueue(_ job: consuming ExecutorJob) { run(UnownedJob(job)) }
    #endif

    private func run(_ job: UnownedJob) {
      let isFirst = hasBegun.raise()
      queue.async { [self] in
        if isFirst {
          around { job.runSynchronously(on: asUnownedSerialExecutor()) }
        } else {
          job.runSynchronously(on: asUnownedSerialExecutor())
        }
      }
    }

    // The default implementation requires iOS 17 and macOS 14 as well.
    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
      UnownedSerialExecutor(ordinary: self)
    }
  }

  private let executor: Executor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates an executor; `around` gets the first step, and must run it.
  init(_ around: @escaping @Sendable (() -> Void) -> Void) { executor = Executor(around) }

  /// Does the work; call it once.
  // The work declares that it runs here: the compiler omits a change of executors that seems
  // unnecessary.
  func run<Result: Sendable>(
    _ work: @Sendable (isolated FirstStepExecutor) async -> Result
  ) async -> Result {
    await work(self)
  }
}
