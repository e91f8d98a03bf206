import Cairn

/// Ranks what was recorded by how near it comes to what was expected.
struct NearestEvents {
  private let expected: ExpectedEvent

  init(_ expected: ExpectedEvent) { self.expected = expected }

  /// The places of at most three events that somebody may have meant, the nearest first.
  func places(in events: [Event]) -> [Int] {
    let ranked = events.enumerated().compactMap { place, event in
      distance(event).map { (distance: $0, place: place) }
    }
    return ranked.sorted { $0 < $1 }.prefix(3).map(\.place)
  }

  /// What keeps the event from being the expected one, a line each.
  func differences(_ event: Event) -> [String] {
    var lines: [String] = []
    if event.kind != expected.kind {
      lines.append("kind: \(event.kind.name) instead of \(expected.kind.name)")
    }
    if event.name != expected.name {
      lines.append(
        "name: \(event.name.debugDescription) instead of \(expected.name.debugDescription)")
    }
    return lines + expected.differences(in: event)
  }

  /// Nil for what has nothing to do with it.
  private func distance(_ event: Event) -> Int? {
    let isNamed = event.name == expected.name
    let letters =
      isNamed ? 0 : max(1, event.name.lowercased().editDistance(to: expected.name.lowercased()))
    guard letters <= max(1, expected.name.count / 3) else { return nil }
    // A name with a slip of the pen is farther away than any number of other properties.
    return letters * 10_000 + (event.kind == expected.kind ? 0 : 1_000)
      + min(999, expected.differences(in: event).count)
  }
}

extension String {
  /// How many letters have to be inserted, removed or replaced to get from one to the other (Levenshtein).
  fileprivate func editDistance(to other: String) -> Int {
    let other = Array(other)
    var row = Array(0...other.count)
    for (line, letter) in enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for column in other.indices {
        let replaced = diagonal + (letter == other[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }
}
