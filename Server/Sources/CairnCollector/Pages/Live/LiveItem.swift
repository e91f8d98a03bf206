/// One event, or one refused batch, as Live shows it.
struct LiveItem: Sendable {
  enum Fate: String, Sendable, CaseIterable {
    case stored, duplicate, conflict, refused
  }

  /// The maximum number of characters of each text.
  private static let maximumCharacters = 200

  var fate: Fate
  var project: String
  var messageID: String?
  var name: String?
  var user: String?
  var reason: String?
  /// The times at which the event happened and its commit was complete, in microseconds since
  /// 1970.
  var happened: Int64?
  var stored: Int64

  var json: String {
    var object = JSONObject()
    object.add("fate", fate.rawValue)
    object.add("project", Self.visible(project))
    object.add("id", messageID)
    object.add("name", Self.visible(name))
    object.add("user", Self.visible(user))
    object.add("reason", Self.visible(reason))
    object.add("time", raw: "\(stored / 1_000)")
    object.add("delay", raw: happened.map { "\((stored - $0) / 1_000)" } ?? "null")
    return object.text
  }

  private static func visible(_ text: String?) -> String? {
    guard let text else { return nil }
    var result = String.UnicodeScalarView()
    for scalar in text.shortened(to: maximumCharacters).unicodeScalars {
      result.append(scalar.isInvisibleControl ? "\u{FFFD}" : scalar)
    }
    return String(result)
  }
}

/// The results of a batch whose commit is complete.
struct LiveBatch: Sendable {
  let project: String
  let verdicts: [EventVerdict]
  let results: [StoreResult]
  /// The time at which the commit was complete, in microseconds since 1970.
  let stored: Int64

  /// Returns the first items, and the number of events of each fate.
  func items(atMost most: Int) -> (items: [LiveItem], counts: [LiveItem.Fate: Int]) {
    var results = results[...]
    var items: [LiveItem] = []
    var counts: [LiveItem.Fate: Int] = [:]
    for verdict in verdicts {
      let (fate, reason) = fate(verdict, &results)
      counts[fate, default: 0] += 1
      if items.count < most { items.append(item(verdict, fate, reason)) }
    }
    return (items, counts)
  }

  private func fate(
    _ verdict: EventVerdict, _ results: inout ArraySlice<StoreResult>
  ) -> (LiveItem.Fate, String?) {
    guard case .sound = verdict else {
      if case .refused(_, let refusal) = verdict { return (.refused, refusal.reason) }
      return (.refused, nil)
    }
    let result = results.popFirst() ?? .duplicate
    return switch result {
    case .stored: (.stored, nil)
    case .duplicate: (.duplicate, nil)
    case .conflict: (.conflict, result.reason)
    case .expired, .erased: (.refused, result.reason)
    }
  }

  private func item(
    _ verdict: EventVerdict, _ fate: LiveItem.Fate, _ reason: String?
  ) -> LiveItem {
    switch verdict {
    case .sound(let event):
      LiveItem(
        fate: fate, project: project, messageID: event.messageID,
        name: event.name ?? event.kind.rawValue, user: event.userID ?? event.anonymousID,
        reason: reason, happened: event.times.happened, stored: stored)
    case .refused(let messageID, let refusal):
      LiveItem(
        fate: fate, project: project, messageID: messageID?.shortened(to: 100),
        name: refusal.name ?? messageID, reason: reason, stored: stored)
    }
  }
}
