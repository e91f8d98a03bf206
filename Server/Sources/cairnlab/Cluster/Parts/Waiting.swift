/// Waits for something that another process does.
enum Waiting {
  static func until(
    _ condition: String, within limit: Duration = .seconds(60),
    _ holds: @Sendable () async -> Bool
  ) async throws {
    let end = ContinuousClock.now + limit
    while !(await holds()) {
      guard ContinuousClock.now < end else { throw ClusterFailure("not in time: \(condition)") }
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}
