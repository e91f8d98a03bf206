/// A page of stored events in the order of the store.
struct EventPage: Sendable {
  /// The JSON of each event.
  private(set) var events: [String] = []
  /// The position of the next page; nil when this page reached the end.
  private(set) var next: EventCursor?
  /// The position behind the last event, from which a reader continues later; nil without events.
  private(set) var last: EventCursor?
  private var bytes = 0
  private let limit: Int

  /// Creates an empty page for at most `limit` events.
  init(limit: Int) { self.limit = limit }

  /// Adds an event, and returns whether the page is full and ends at `cursor`.
  mutating func add(_ event: StoredEvent, at cursor: EventCursor) -> Bool {
    let json = event.json
    events.append(json)
    last = cursor
    bytes += json.utf8.count
    guard events.count == limit || bytes > Self.maxBytes else { return false }
    next = cursor
    return true
  }
}

/// A position in the order of a store, which only that store can interpret.
enum EventCursor: Sendable, Equatable {
  case number(Int64)
  case text(String)

  /// The position in a response.
  var json: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): JSONText.encode(text)
    }
  }
}

extension EventPage {
  // A page of the longest events would have 32 MB; it ends early instead, and `next` continues it.
  static let maxBytes = 4_000_000

  /// Returns the maximum number of bytes of a page with this number of events.
  ///
  /// In addition to the event and the context of its batch, a stored event has members that the
  /// collector adds.
  static func maxBytes(ofPage events: Int, eventBytes: Int) -> Int {
    min(maxBytes, events * (2 * eventBytes + 4_096))
  }
}
