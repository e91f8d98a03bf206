import Foundation

/// The last events that the inspector has read, oldest first.
///
/// The journal removes delivered events, so the inspector keeps those that it shows.
struct EventLog: Equatable, Sendable {
  /// The maximum number of events.
  static let capacity = 500

  private(set) var events: [InspectedEvent] = []
  /// The number of events that left the journal, or could not be read, before they were shown.
  var missed = 0

  /// Adds events in the order of the journal, and forgets the oldest ones beyond the capacity.
  mutating func append(_ more: [InspectedEvent]) {
    events += more
    events.removeFirst(max(0, events.count - Self.capacity))
  }

  /// Returns the events that contain all words of the text, newest first; all for an empty text.
  func matching(_ search: String) -> [InspectedEvent] {
    let words = search.split(whereSeparator: \.isWhitespace)
    return events.reversed().filter { words.isEmpty || $0.contains(words) }
  }
}
