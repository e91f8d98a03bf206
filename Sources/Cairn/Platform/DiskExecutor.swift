import Dispatch

/// A thread for work that blocks on the disk, so that the few threads that all tasks of a process
/// share never wait for it.
///
/// A serial executor over a dispatch queue: an actor that uses it as its executor runs there.
package final class DiskExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "cairn.disk", autoreleaseFrequency: .workItem)

  package init() {}

  // `ExecutorJob` requires iOS 17 and macOS 14; on the other platforms the older requirement is
  // deprecated.
  #if os(macOS) || os(iOS) || os(tvOS) || os(watchOS)
  package func enqueue(_ job: UnownedJob) { run(job) }
  #else
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  package func enqueue(_ job: consuming ExecutorJob) { run(UnownedJob(job)) }
  #endif

  private func run(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  // The default implementation requires iOS 17 and macOS 14 as well.
  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}

/// Runs work that blocks on the disk on a `DiskExecutor`.
package actor DiskWork {
  package nonisolated let executor: DiskExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a worker on an executor, which it may share with other actors.
  package init(_ executor: DiskExecutor = DiskExecutor()) { self.executor = executor }

  /// Runs the work and returns its result; while the work awaits something else, other work runs.
  package func run<Result: Sendable, Failure: Error>(
    _ work: @Sendable (isolated DiskWork) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await work(self)
  }

  /// Begins work without waiting for it.
  nonisolated package func begin(
    _ work: @escaping @Sendable (isolated DiskWork) async -> Void
  ) -> Task<Void, Never> {
    Task.detached(priority: .utility) { await self.run(work) }
  }
}
