import Dispatch

/// Runs work so that its first step, up to where it first waits for something, lies inside something else.
///
/// Work that awaits says to nobody when it does. An executor of its own is told: a step has ended then.
actor FirstStepExecutor {
  private final class Executor: SerialExecutor {
    private let queue = DispatchQueue(label: "cairn.step", autoreleaseFrequency: .workItem)
    private let around: @Sendable (() -> Void) -> Void
    private let isFirst = Locked(true)

    init(_ around: @escaping @Sendable (() -> Void) -> Void) { self.around = around }

    // `ExecutorJob` needs iOS 17 and macOS 14; where it always is, the older requirement is deprecated.
    #if os(macOS) || os(iOS) || os(tvOS) || os(watchOS)
    func enqueue(_ job: UnownedJob) { run(job) }
    #else
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    func enqueue(_ job: consuming ExecutorJob) { run(UnownedJob(job)) }
    #endif

    private func run(_ job: UnownedJob) {
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      queue.async { [self] in
        if isFirst {
          around { job.runSynchronously(on: asUnownedSerialExecutor()) }
        } else {
          job.runSynchronously(on: asUnownedSerialExecutor())
        }
      }
    }

    // Its default needs iOS 17 and macOS 14 as well.
    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
      UnownedSerialExecutor(ordinary: self)
    }
  }

  private let executor: Executor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// `around` is given the first step, and must take it.
  init(_ around: @escaping @Sendable (() -> Void) -> Void) { executor = Executor(around) }

  /// Does the work; called once.
  // The work says that it runs here: a compiler leaves out a change of executors that nothing seems to need.
  func run<Result: Sendable>(
    _ work: @Sendable (isolated FirstStepExecutor) async -> Result
  ) async -> Result {
    await work(self)
  }
}
