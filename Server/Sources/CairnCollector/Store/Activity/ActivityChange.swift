/// The changes of the activity by stored or deleted events.
struct ActivityChange {
  /// The key of a part.
  struct Key: Hashable {
    var project: ExactText
    var name: ExactText?
    var hour: Int64
  }

  /// The key of a link.
  struct LinkKey: Hashable {
    var project: ExactText
    var link: ActivityLink
  }

  private var places: [Key: Int] = [:]
  private(set) var keys: [Key] = []
  private(set) var parts: [ActivityPart] = []
  /// The number of events that have both identifiers of a link.
  private(set) var links: [LinkKey: Int] = [:]

  var isEmpty: Bool { parts.isEmpty }
  var events: Int { parts.reduce(0) { $0 + $1.events } }

  /// Adds an event.
  mutating func add(
    project: String, name: String?, userID: String?, anonymousID: String?, time: Int64,
    sequence: Int64
  ) {
    let user = ActivityUser.key(userID: userID, anonymousID: anonymousID)
    let key = Key(
      project: ExactText(project), name: name.map(ExactText.init),
      hour: ActivityPart.hour(of: time))
    let place = place(of: key)
    parts[place].add(ActivityEntry(user: user, time: time, sequence: sequence))
    guard userID != nil, let anonymousID else { return }
    let link = ActivityLink(anonymous: ActivityUser.key(ofAnonymous: anonymousID), user: user)
    links[LinkKey(project: key.project, link: link), default: 0] += 1
  }

  private mutating func place(of key: Key) -> Int {
    // Successive events often have the same key.
    if let last = keys.last, last == key { return keys.count - 1 }
    if let place = places[key] { return place }
    places[key] = keys.count
    keys.append(key)
    parts.append(ActivityPart(name: key.name?.text, hour: key.hour, events: 0))
    return keys.count - 1
  }

  /// The links and the changes of their numbers, in the order of their keys.
  var sortedLinks: [(key: LinkKey, events: Int)] {
    links.map { (key: $0.key, events: $0.value) }.sorted { left, right in
      if left.key.project != right.key.project { return left.key.project < right.key.project }
      let (one, other) = (left.key.link, right.key.link)
      // As signed numbers, which databases compare.
      return (Int64(bitPattern: one.anonymous), Int64(bitPattern: one.user))
        < (Int64(bitPattern: other.anonymous), Int64(bitPattern: other.user))
    }
  }
}

extension ActivityPart {
  /// The range of the numbers of the events; nil for an empty part.
  var sequences: ClosedRange<Int64>? {
    var range: ClosedRange<Int64>?
    forEach { entry in
      guard let old = range else { return range = entry.sequence...entry.sequence }
      range = min(old.lowerBound, entry.sequence)...max(old.upperBound, entry.sequence)
    }
    return range
  }

  /// Returns the part without these events.
  func removing(_ sequences: Set<Int64>) -> ActivityPart {
    var rest = ActivityPart(name: name, hour: hour, events: 0)
    forEach { if !sequences.contains($0.sequence) { rest.add($0) } }
    return rest
  }

  /// Returns the part in parts of at most `size` events.
  func split(by size: Int) -> [ActivityPart] {
    stride(from: 0, to: events, by: size).map { start in
      let count = min(size, events - start)
      let bytes = entries[start * Self.entryBytes..<(start + count) * Self.entryBytes]
      return ActivityPart(name: name, hour: hour, events: count, entries: Array(bytes))
    }
  }
}
