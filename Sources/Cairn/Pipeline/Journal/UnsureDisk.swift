/// The disk does not confirm what is written: why, and when it is asked again for those who ask with each event.
struct UnsureDisk {
  private var trouble: StorageTrouble
  private var failure: FileError

  init(_ failure: FileError, at moment: Moment) {
    self.failure = failure
    trouble = StorageTrouble(StorageProblem(failure), at: moment)
    trouble.failAgain(trouble.problem, at: moment)
  }

  /// Why it did not confirm the last time, unless it is time to ask again.
  func refusal(at clock: any Clock) -> FileError? {
    clock.now().continuous < trouble.retryAt ? failure : nil
  }

  mutating func failAgain(_ failure: FileError, at moment: Moment) {
    self.failure = failure
    trouble.failAgain(StorageProblem(failure), at: moment)
  }
}
