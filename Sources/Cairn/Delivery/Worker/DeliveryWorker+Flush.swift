/// Destinations that have a queue of their own.
extension DeliveryWorker {
  /// The maximum time that a flush waits for the queue of a destination.
  private static let longestFlush: Milliseconds = .seconds(20)

  nonisolated var isFlushable: Bool { destination is any FlushableDestination }

  /// Lets the destination send its own queue, if it has one and consent is granted.
  ///
  /// Returns when that is done, the time is up, or the task is cancelled.
  nonisolated func flushDestination() async {
    guard let destination = destination as? any FlushableDestination, permission() == .granted
    else { return }
    let end = FlushWaiter()
    let deadline = clock.now().continuous + Self.longestFlush
    // The tasks are not children: a destination that ignores its cancellation delays nobody.
    let flush = Task {
      await destination.flush()
      end.finish(nil)
    }
    let limit = Task { [clock] in
      try? await clock.sleep(untilContinuous: deadline)
      end.finish(nil)
    }
    _ = await end.report
    flush.cancel()
    limit.cancel()
  }
}
