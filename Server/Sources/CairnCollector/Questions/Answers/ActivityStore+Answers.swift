import Foundation

extension ActivityStore {
  func trend(_ question: TrendQuestion) async throws(StoreFailure) -> Trend {
    let boundaries = question.boundaries
    let activity = try await activity(question.request(boundaries))
    guard let property = question.property else { return question.answer(activity, boundaries) }
    let (entries, isComplete) = question.entriesToRead(activity)
    let labels = try await labels(property, question.project, entries.map(\.sequence))
    var trend = question.answer(entries, labels: labels, activity.links, boundaries)
    if !isComplete { trend.readFrom = entries.last?.time }
    return trend
  }

  func funnel(_ question: FunnelQuestion) async throws(StoreFailure) -> Funnel {
    question.answer(try await activity(question.request))
  }

  func retention(_ question: RetentionQuestion) async throws(StoreFailure) -> RetentionTable {
    let boundaries = question.boundaries
    let activity = try await activity(question.request(boundaries))
    let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
    return question.answer(activity, boundaries, now: now)
  }

  /// Returns the values of a property, by the numbers of the events that have one.
  private func labels(
    _ property: String, _ project: String, _ sequences: [Int64]
  ) async throws(StoreFailure) -> [Int64: String] {
    let sorted = sequences.sorted()
    var labels: [Int64: String] = [:]
    for start in stride(from: 0, to: sorted.count, by: 2_000) {
      let chunk = Array(sorted[start..<min(start + 2_000, sorted.count)])
      for (sequence, body) in try await bodies(project, chunk) {
        labels[sequence] = JSONScanner.property(property, of: body)
      }
    }
    return labels
  }
}
