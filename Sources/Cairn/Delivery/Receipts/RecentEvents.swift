/// The positions of the last events of this launch in the journal, by identifier.
///
/// Adding an event costs no allocation.
package struct RecentEvents: Sendable {
  package static let capacity = 1_024

  /// A recorded event.
  package struct Entry: Equatable, Sendable {
    package var id: EventID
    /// The position in the journal; nil for an event that first waited in memory.
    ///
    /// The position that such an event gets later is not stored here.
    package var position: Position?
  }

  private var entries: [Entry] = []
  private var next = 0

  package init() { entries.reserveCapacity(Self.capacity) }

  package mutating func add(_ id: EventID, at position: Position?) {
    let entry = Entry(id: id, position: position)
    if entries.count < Self.capacity {
      entries.append(entry)
    } else {
      entries[next] = entry
    }
    next = (next + 1) % Self.capacity
  }

  package subscript(id: EventID) -> Entry? { entries.first { $0.id == id } }

  package subscript(position: Position) -> Entry? { entries.first { $0.position == position } }
}
