extension Clock {
  /// Does something for at most so many milliseconds; nil when they are up first.
  ///
  /// The work is cancelled then, and must end early when it is.
  package func limit<Result: Sendable>(
    _ milliseconds: Int64, _ work: @escaping @Sendable () async -> Result
  ) async -> Result? {
    let deadline = now().continuous + milliseconds
    return await withTaskGroup(of: Result?.self) { group in
      group.addTask { await work() }
      group.addTask {
        try? await self.sleep(untilContinuous: deadline)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next().flatMap { $0 }
    }
  }
}
