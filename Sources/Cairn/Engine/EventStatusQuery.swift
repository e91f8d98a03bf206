/// Traces one event: its position in the journal, the cursors that have passed it, and its
/// disposition at each destination.
///
/// Reads files, so it must not be used on a thread that records. Used by one task.
struct EventStatusQuery {
  private let engine: Engine
  private let id: EventID?
  private var position: Position?
  /// The positions at which the event was put back for one destination.
  private var copies: [Audience: Position] = [:]
  /// Whether the event was recorded in this launch and had no position yet.
  private var isBuffered = false

  init(_ id: EventID, in engine: Engine) {
    self.engine = engine
    self.id = id
    if let recent = engine.recorder.recent(id) {
      position = recent.position
      isBuffered = recent.position == nil
    } else {
      search(id)
    }
  }

  init(_ position: Position, in engine: Engine) {
    self.engine = engine
    let recent = engine.recorder.recent(at: position)
    id = recent?.id ?? EventSearch(journal: engine.journal).id(at: position)
    // A position in an unknown lane may be of another journal.
    if id != nil || isPresent(position) { self.position = position }
  }

  /// Returns the event's status as far as this process knows it; nil when the event is unknown.
  mutating func status() -> DeliveryStatus? {
    // The reports are read first: an event that is reclaimed meanwhile was settled in between, and
    // is looked up again.
    let reports = engine.registry.workers.map(\.report)
    findBuffered()
    var states: [String: DeliveryState] = [:]
    for report in reports { states[report.name] = state(report) }
    guard states.isEmpty else { return DeliveryStatus(destinations: states) }
    let isWaiting = isBuffered || places(of: nil).contains(where: isPresent)
    return isWaiting && reports.isEmpty ? DeliveryStatus(destinations: [:]) : nil
  }

  /// Returns whether the event is certainly pending at some destination; reads no files.
  func isPending() -> Bool {
    engine.registry.workers.contains { isOpen($0.report) }
  }

  private mutating func search(_ id: EventID, withCopies: Bool = false) {
    let found = EventSearch(journal: engine.journal).find(id, withCopies: withCopies)
    position = position ?? found.position
    copies.merge(found.copies) { $1 }
  }

  /// Looks for an event that waited in memory; it is in the journal once no event waits in memory.
  private mutating func findBuffered() {
    guard isBuffered, let id, engine.journal.spill.events == 0 else { return }
    isBuffered = false
    search(id)
  }

  private mutating func state(_ report: DeliveryReport) -> DeliveryState? {
    if isBuffered || isOpen(report) { return .pending }
    if places(of: report.name).contains(where: { isForOthers($0, report) }) { return .filtered }
    let dispositions = engine.factory.recentDispositions(of: report.name)
    guard let disposition = dispositions.last(of: id, at: position) else {
      return places(of: report.name).isEmpty ? nil : .settled
    }
    if let state = DeliveryState(disposition) { return state }
    if let id { search(id, withCopies: true) }
    return isOpen(report) ? .pending : .settled
  }

  private func isOpen(_ report: DeliveryReport) -> Bool {
    places(of: report.name).contains { place in
      !report.cursor.settled.contains(place) && isPresent(place) && !isForOthers(place, report)
    }
  }

  /// Returns whether the event is certainly of a kind that the destination does not want and has
  /// not been passed over yet.
  private func isForOthers(_ place: Position, _ report: DeliveryReport) -> Bool {
    let range = PositionRange(lane: place.lane, first: place.index, last: place.index)
    return !report.cursor.settled.contains(place)
      && PendingEvents([range], report.kindMask, engine.journal.marked).others > 0
  }

  /// Returns the positions at which a destination finds the event; nil stands for all destinations.
  private func places(of name: String?) -> [Position] {
    let copy = name.flatMap { copies[Audience(destination: $0)] }
    return [position, copy].compactMap { $0 }
  }

  /// Returns whether the position's lane exists.
  ///
  /// A lane that is gone from the journal is gone from the cursors as well: all of it was settled.
  private func isPresent(_ place: Position) -> Bool {
    let journal = engine.journal
    return place.lane == journal.lane
      || journal.segments().contains { $0.lane == place.lane }
      || journal.unreadable.contains { $0.lane == place.lane }
  }
}
