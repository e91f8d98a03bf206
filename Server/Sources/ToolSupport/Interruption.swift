import Dispatch
import Foundation

/// SIGINT and SIGTERM as an error that ends the work, so that it can clean up.
package struct Interruption: Error {
  package let signal: Int32

  /// The exit code that a shell reports for a process that this signal ended.
  package var exitCode: Int32 { 128 + signal }

  /// Runs the work; if a signal arrives first, cancels the work, waits for its end and throws.
  package static func watching<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
      group.addTask { throw Interruption(signal: try await next()) }
      group.addTask { try await work() }
      defer { group.cancelAll() }
      guard let result = try await group.next() else { throw CancellationError() }
      return result
    }
  }

  private static func next() async throws -> Int32 {
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    let sources = [SIGINT, SIGTERM].map { number in
      // A source only observes: without this the signal would still end the process at once.
      setDisposition(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield(number) }
      source.resume()
      return source
    }
    // A second signal during the clean-up ends the process at once.
    defer { [SIGINT, SIGTERM].forEach { setDisposition($0, SIG_DFL) } }
    defer { sources.forEach { $0.cancel() } }
    for await number in signals { return number }
    throw CancellationError()
  }
}

// A member named `signal` hides the function of that name.
private func setDisposition(_ number: Int32, _ disposition: (@convention(c) (Int32) -> Void)?) {
  signal(number, disposition)
}
