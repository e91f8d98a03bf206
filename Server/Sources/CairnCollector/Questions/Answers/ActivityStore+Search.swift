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
      var events: [StoredEvent] = []
      for project in try await projects() {
        events += try await find(search, in: project.project, after)
      }
      return search.page(events, after)
    }
    return search.page(try await find(search, in: project, after), after)
  }

  /// Returns the first events behind the position, one more than the page has.
  private func find(
    _ search: EventSearch, in project: String, _ after: SearchPosition?
  ) async throws(StoreFailure) -> [StoredEvent] {
    let users = try await users(of: search, project)
    let first = ActivityPart.hour(of: search.period?.lowerBound ?? Timestamp.clamped(.min))
    let end = (search.period?.upperBound).map { $0 - 1 } ?? Timestamp.clamped(.max)
    var last = ActivityPart.hour(of: min(end, after?.time ?? end))
    var found: [StoredEvent] = []
    while found.count <= search.limit, first <= last {
      let hours = try await hours(project, name: search.name, first...last, limit: 500)
      guard let step = search.step(hours, filtersUsers: users != nil) else { break }
      let read = ActivityRequest.Read(
        names: search.name.map { [$0] },
        period: step.lowerBound * ActivityPart.microseconds..<(step.upperBound + 1)
          * ActivityPart.microseconds)
      let activity = try await activity(
        ActivityRequest(project: project, reads: [read], needsLinks: false))
      let entries = search.entries(activity.parts.first ?? [], users, after)
      found += try await matching(entries, search, project, atMost: search.limit + 1 - found.count)
      last = step.lowerBound - 1
    }
    return found
  }

  /// Returns the first events of the entries, which are in their order, that match completely.
  private func matching(
    _ entries: [ActivityEntry], _ search: EventSearch, _ project: String, atMost limit: Int
  ) async throws(StoreFailure) -> [StoredEvent] {
    var found: [StoredEvent] = []
    let size = search.user == nil ? limit : 500
    for start in stride(from: 0, to: entries.count, by: size) where found.count < limit {
      let chunk = entries[start..<min(start + size, entries.count)]
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
  /// The number of events whose entries are read at once to find those of a user.
  private static let eventsOfStep = 200_000

  /// Returns the latest hours that are read next; nil when there are none.
  fileprivate func step(_ hours: [ActivityHour], filtersUsers: Bool) -> ClosedRange<Int64>? {
    guard let last = hours.first else { return nil }
    let wanted = filtersUsers ? Self.eventsOfStep : limit + 1
    var events = 0
    var first = last.number
    for hour in hours {
      first = hour.number
      events += hour.events
      if events >= wanted { break }
    }
    return first...last.number
  }

  /// Returns the entries behind the position that can match, in the order of the search.
  fileprivate func entries(
    _ parts: [ActivityPart], _ users: Set<UInt64>?, _ after: SearchPosition?
  ) -> [ActivityEntry] {
    var entries: [ActivityEntry] = []
    for part in parts {
      part.forEach { entry in
        guard users?.contains(entry.user) != false, period?.contains(entry.time) != false,
          after?.isBefore(entry.time, entry.sequence) != false
        else { return }
        entries.append(entry)
      }
    }
    return entries.sorted { ($0.time, $0.sequence) > ($1.time, $1.sequence) }
  }

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
