import Cairn

/// Everything that the inspector shows at one moment.
struct InspectorState: Sendable {
  var snapshot = InspectorSnapshot()
  /// The identifier of the event whose status is shown.
  var watched: EventID?
  /// Whether a flush, a replay or a discard is in progress.
  var isBusy = false
  /// The result of the last flush, replay or discard.
  var message: String?

  /// The number of dead letters of all destinations.
  var letterCount: Int { snapshot.letters.reduce(0) { $0 + $1.letters.count } }

  /// The destinations whose last attempt failed.
  var problems: [InspectedDestination] { snapshot.destinations.filter { $0.problem != nil } }

  /// Returns the event at a position; nil when the inspector has forgotten it.
  func event(at position: Position) -> InspectedEvent? {
    snapshot.log.events.last { $0.position == position }
  }

  /// Returns a dead letter; nil when it was replayed or discarded.
  func letter(_ id: EventID, of destination: String) -> InspectedDeadLetter? {
    snapshot.letters.first { $0.destination == destination }?.letters.first { $0.id == id }
  }
}

/// The data that the inspector reads from the SDK.
struct InspectorSnapshot: Sendable {
  /// The number of the reading; a later one has a greater number.
  var number = 0
  /// Whether the instance records nothing, because there was no memory for it.
  var isInert = false
  var log = EventLog()
  var totals: [InspectedCount] = []
  /// The reason why the disk does not accept events; nil when it does.
  var storageProblem: String?
  var destinations: [InspectedDestination] = []
  /// The dead letters of the destinations that have any.
  var letters: [InspectedDeadLetters] = []
  /// The status of the watched event.
  var status = EventStatus()
}

extension [InspectedCount] {
  /// The counts of the ledger that belong to no destination.
  init(_ ledger: Ledger) {
    self = [
      InspectedCount("recorded in this launch", ledger.recorded),
      InspectedCount("waiting in memory", ledger.buffered),
      InspectedCount("waiting reports", ledger.waitingReports),
      InspectedCount("non-finite numbers", ledger.nonFiniteNumbers),
      InspectedCount("values nested too deep", ledger.tooDeepValues),
      InspectedCount("omitted properties", ledger.omittedProperties),
    ]
    let refused = ledger.refused.sorted { $0.key.rawValue < $1.key.rawValue }
    self += refused.map { InspectedCount("refused: \($0.key.rawValue)", $0.value) }
  }
}
