extension MeasuredEventStore {
  func trend(_ question: TrendQuestion) async throws(StoreFailure) -> Trend {
    try await measure(.question) { () async throws(StoreFailure) in
      try await store.trend(question)
    }
  }

  func funnel(_ question: FunnelQuestion) async throws(StoreFailure) -> Funnel {
    try await measure(.question) { () async throws(StoreFailure) in
      try await store.funnel(question)
    }
  }

  func retention(_ question: RetentionQuestion) async throws(StoreFailure) -> RetentionTable {
    try await measure(.question) { () async throws(StoreFailure) in
      try await store.retention(question)
    }
  }

  func search(_ search: EventSearch) async throws(StoreFailure) -> EventSearchPage {
    try await measure(.question) { () async throws(StoreFailure) in
      try await store.search(search)
    }
  }

  func projects() async throws(StoreFailure) -> [ProjectCounts] {
    try await measure(.question) { () async throws(StoreFailure) in try await store.projects() }
  }

  func names(_ project: String, limit: Int) async throws(StoreFailure) -> [NameCount] {
    try await measure(.question) { () async throws(StoreFailure) in
      try await store.names(project, limit: limit)
    }
  }

  func repeats(_ project: String, messageID: String) async throws(StoreFailure) -> Int {
    try await measure(.question) { () async throws(StoreFailure) in
      try await store.repeats(project, messageID: messageID)
    }
  }
}
