import Cairn
import Foundation

/// SIGINT and SIGTERM as an error that ends the work, so that it can clean up.
package struct Interruption: Error {
  package let signal: Int32

  /// The exit code that a shell reports for a process that this signal ended.
  package var exitCode: Int32 { 128 + signal }

  /// Runs the work; if a signal arrives first, cancels the work, waits for its end and throws.
  ///
  /// The work begins when the signals are watched; an earlier one ends the process at once.
  package static func watching<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let (watched, begin) = AsyncStream.makeStream(of: Void.self)
    return try await withThrowingTaskGroup(of: Result.self) { group in
      group.addTask { throw Interruption(signal: try await next { begin.finish() }) }
      for await _ in watched {}
      group.addTask { try await work() }
      defer { group.cancelAll() }
      guard let result = try await group.next() else { throw CancellationError() }
      return result
    }
  }

  private static func next(_ begin: () -> Void) async throws -> Int32 {
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    var ends: [@Sendable () -> Void] = []
    // A second signal during the clean-up ends the process at once.
    defer { ends.forEach { $0() } }
    for number in [SIGINT, SIGTERM] {
      await withCheckedContinuation { begun in
        ends.append(
          ProcessSignals.watch(number, begun: { begun.resume() }) { continuation.yield(number) })
      }
    }
    begin()
    for await number in signals { return number }
    throw CancellationError()
  }
}
