// The activity has the time and the user of each event, so that only those events are read that are
// on the page.
extension ActivityStore {
  func search(_ search: EventSearch) async throws(StoreFailure) -> EventSearchPage {
    let after = try SearchPosition(search.after)
    if let id = search.messageID {
      let events = try await events(search.project, .messageID(id))
      return search.page(events, after)
    }
    guard let project = search.project else {
      var found: [StoredEvent] = []
      for project in try await projects() {
        found += try await find(search, in: project.project, after)
        // There can be many projects: only the events of the page are kept.
        found.sort(by: SearchPosition.isBefore)
        found.removeLast(max(0, found.count - search.limit - 1))
      }
      return search.page(found, after)
    }
    return search.page(try await find(search, in: project, after), after)
  }

  /// Returns the first events behind the position, one more than the page has.
  private func find(
    _ search: EventSearch, in project: String, _ after: SearchPosition?
  ) async throws(StoreFailure) -> [StoredEvent] {
    let all = Timestamp.clamped(.min)..<Timestamp.clamped(.max) + 1
    var question = NewestEntries(
      project: project, name: search.name, period: search.period ?? all,
      limit: max(EventSearch.entriesAtOnce, search.limit + 1),
      users: try await users(of: search, project), after: after)
    var found: [StoredEvent] = []
    while found.count <= search.limit {
      let newest = try await answer(question)
      found += try await matching(
        newest.entries, search, project, atMost: search.limit + 1 - found.count)
      guard !newest.isComplete, let last = newest.entries.last else { break }
      question.after = SearchPosition(time: last.time, sequence: last.sequence)
    }
    return found
  }

  /// Returns the first events of the entries, which are in their order, that match completely.
  private func matching(
    _ entries: [ActivityEntry], _ search: EventSearch, _ project: String, atMost limit: Int
  ) async throws(StoreFailure) -> [StoredEvent] {
    var found: [StoredEvent] = []
    for start in stride(from: 0, to: entries.count, by: limit) where found.count < limit {
      let chunk = entries[start..<min(start + limit, entries.count)]
      let events = try await events(project, .sequences(chunk.map(\.sequence)))
      found += events.filter(search.matches).sorted(by: SearchPosition.isBefore)
    }
    return found
  }

  /// Returns the keys that events of the searched user can have; nil when all users are searched.
  private func users(
    of search: EventSearch, _ project: String
  ) async throws(StoreFailure) -> Set<UInt64>? {
    guard let user = search.user else { return nil }
    let anonymous = ActivityUser.key(ofAnonymous: user)
    // An event that has the anonymous id and a user id has the key of the user.
    let linked = try await users(ofAnonymous: anonymous, project)
    return Set(linked + [anonymous, ActivityUser.key(ofUser: user)])
  }
}

extension EventSearch {
  /// The number of entries that are looked for at once.
  fileprivate static let entriesAtOnce = 500

  fileprivate func matches(_ event: StoredEvent) -> Bool {
    let ids = [event.userID, event.anonymousID].compactMap { $0 }
    return (user.map { user in ids.contains { $0.utf8.elementsEqual(user.utf8) } } ?? true)
      && (name == nil || event.name.map { $0.utf8.elementsEqual((name ?? "").utf8) } == true)
      && (period?.contains(event.timestamp) ?? true)
  }

  /// Returns the page of these events.
  fileprivate func page(_ events: [StoredEvent], _ after: SearchPosition?) -> EventSearchPage {
    let matching = events.filter { event in
      matches(event) && after?.isBefore(event.timestamp, event.sequence) != false
    }
    return EventSearchPage(matching.sorted(by: SearchPosition.isBefore), limit: limit)
  }
}
