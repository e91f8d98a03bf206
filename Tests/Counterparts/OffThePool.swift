import Dispatch

/// Does blocking work on a thread of its own.
///
/// The cooperative pool has a thread a core, and what is tested needs them.
package func offThePool<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result
{
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: work()) }
  }
}
