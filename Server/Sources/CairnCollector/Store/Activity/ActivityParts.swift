/// Collects events into parts.
struct ActivityParts {
  private struct Key: Hashable {
    var name: ExactText?
    var hour: Int64
  }

  private var places: [Key: Int] = [:]
  private(set) var parts: [ActivityPart] = []

  /// Adds an event.
  mutating func add(_ entry: ActivityEntry, name: String?) {
    let key = Key(name: name.map(ExactText.init), hour: ActivityPart.hour(of: entry.time))
    // Successive events often have the same key.
    if let place = places[key] { return parts[place].add(entry) }
    places[key] = parts.count
    var part = ActivityPart(name: name, hour: key.hour, events: 0)
    part.add(entry)
    parts.append(part)
  }

  /// The parts in the order of their hours.
  var sorted: [ActivityPart] { parts.sorted { $0.hour < $1.hour } }
}
