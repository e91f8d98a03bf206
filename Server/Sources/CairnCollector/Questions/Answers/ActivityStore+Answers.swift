extension ActivityStore {
  func trend(_ question: TrendQuestion) async throws(StoreFailure) -> Trend {
    try await answer(question)
  }

  func funnel(_ question: FunnelQuestion) async throws(StoreFailure) -> Funnel {
    try await answer(question)
  }

  func retention(_ question: RetentionQuestion) async throws(StoreFailure) -> RetentionTable {
    try await answer(question)
  }
}
