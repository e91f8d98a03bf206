import Dispatch

/// Does blocking work on a separate thread.
///
/// The cooperative pool has one thread per core, and the tested code needs them.
package func offThePool<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result
{
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: work()) }
  }
}
