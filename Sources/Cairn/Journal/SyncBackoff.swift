/// The state after the disk failed to confirm a sync: the error, and the time of the next attempt
/// for callers that sync with each event.
struct SyncBackoff {
  private var trouble: WriteBackoff
  private var failure: FileError

  init(_ failure: FileError, at moment: Moment) {
    self.failure = failure
    trouble = WriteBackoff(StorageProblem(failure), at: moment)
    trouble.failAgain(trouble.problem, at: moment)
  }

  /// Returns the last error, unless it is time for the next attempt.
  func refusal(at clock: any Clock) -> FileError? {
    clock.now().continuous < trouble.retryAt ? failure : nil
  }

  mutating func failAgain(_ failure: FileError, at moment: Moment) {
    self.failure = failure
    trouble.failAgain(StorageProblem(failure), at: moment)
  }
}
