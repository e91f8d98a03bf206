/// Follows one event: where it is in the journal, which cursors are past it, and what they did with it.
///
/// Reads files, so it is no work for a thread that records. Used by one task.
struct EventTrace {
  private let engine: Engine
  private let id: EventID?
  private var position: Position?
  /// Where the event was put back for one destination.
  private var copies: [Audience: Position] = [:]
  /// Whether it was recorded in this run and had no place yet.
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
    // What is of no lane that is here may be of another journal.
    if id != nil || isPresent(position) { self.position = position }
  }

  /// What became of it, as far as this process has heard; nil when the event is not known.
  mutating func status() -> DeliveryStatus? {
    // First: what is reclaimed meanwhile was settled in between, and is looked at again.
    let reports = engine.roster.couriers.map(\.report)
    findBuffered()
    var states: [String: DeliveryState] = [:]
    for report in reports { states[report.name] = state(report) }
    guard states.isEmpty else { return DeliveryStatus(destinations: states) }
    let isWaiting = isBuffered || places(of: nil).contains(where: isPresent)
    return isWaiting && reports.isEmpty ? DeliveryStatus(destinations: [:]) : nil
  }

  /// Whether some destination surely has it before it: costs no reading of files.
  func isPending() -> Bool {
    engine.roster.couriers.contains { isOpen($0.report) }
  }

  private mutating func search(_ id: EventID, withCopies: Bool = false) {
    let found = EventSearch(journal: engine.journal).find(id, withCopies: withCopies)
    position = position ?? found.position
    copies.merge(found.copies) { $1 }
  }

  /// What waited in memory is in the journal when nothing waits there any more.
  private mutating func findBuffered() {
    guard isBuffered, let id, engine.journal.spill.events == 0 else { return }
    isBuffered = false
    search(id)
  }

  private mutating func state(_ report: CourierReport) -> DeliveryState? {
    if isBuffered || isOpen(report) { return .pending }
    if places(of: report.name).contains(where: { isForOthers($0, report) }) { return .filtered }
    let fates = engine.desks.recentFates(of: report.name)
    guard let fate = fates.last(of: id, at: position) else {
      return places(of: report.name).isEmpty ? nil : .settled
    }
    if let state = DeliveryState(fate) { return state }
    if let id { search(id, withCopies: true) }
    return isOpen(report) ? .pending : .settled
  }

  private func isOpen(_ report: CourierReport) -> Bool {
    places(of: report.name).contains { place in
      !report.cursor.settled.contains(place) && isPresent(place) && !isForOthers(place, report)
    }
  }

  /// Surely, and it is not passed over yet.
  private func isForOthers(_ place: Position, _ report: CourierReport) -> Bool {
    let range = PositionRange(lane: place.lane, first: place.index, last: place.index)
    return !report.cursor.settled.contains(place)
      && PendingEvents([range], report.interest, engine.journal.interactions).others > 0
  }

  /// Where a destination finds it; nil stands for all of them.
  private func places(of name: String?) -> [Position] {
    let copy = name.flatMap { copies[Audience(destination: $0)] }
    return [position, copy].compactMap { $0 }
  }

  /// A lane that is gone from the journal is gone from the cursors as well: all of it was settled.
  private func isPresent(_ place: Position) -> Bool {
    let journal = engine.journal
    return place.lane == journal.lane
      || journal.segments().contains { $0.lane == place.lane }
      || journal.unreadable.contains { $0.lane == place.lane }
  }
}
