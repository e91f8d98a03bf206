import Cairn

/// Ranks recorded events by their similarity to an expected one.
struct NearestEvents {
  private let expected: ExpectedEvent

  init(_ expected: ExpectedEvent) { self.expected = expected }

  /// Returns the indices of at most three similar events, the most similar first.
  func places(in events: [Event]) -> [Int] {
    let ranked = events.enumerated().compactMap { place, event in
      distance(event).map { (distance: $0, place: place) }
    }
    return ranked.sorted { $0 < $1 }.prefix(3).map(\.place)
  }

  /// Returns the differences between the event and the expected one, one line each.
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

  /// Returns the distance to the expected event; nil for an unrelated event.
  private func distance(_ event: Event) -> Int? {
    let isNamed = event.name == expected.name
    let letters =
      isNamed ? 0 : max(1, event.name.lowercased().editDistance(to: expected.name.lowercased()))
    guard letters <= max(1, expected.name.count / 3) else { return nil }
    // A misspelt name counts for more than any number of different properties.
    return letters * 10_000 + (event.kind == expected.kind ? 0 : 1_000)
      + min(999, expected.differences(in: event).count)
  }
}

extension String {
  /// Returns the number of letters that must be inserted, removed or replaced to change one string
  /// into the other (Levenshtein distance).
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
