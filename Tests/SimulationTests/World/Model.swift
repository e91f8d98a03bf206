import Cairn

/// The state that must hold, whatever is on the disk: the acknowledgements, and the requests to the
/// servers.
struct Model: Sendable {
  var events: [Tracked] = []
  var numbers: [EventID: Int] = [:]
  /// The events that a call reported as stored, with their positions.
  var stored: [Int: Position] = [:]
  /// The events that were stored after they had been in memory, at an unknown position.
  var storedSomewhere: Set<Int> = []
  /// The stored events with a later successful sync.
  var durable: Set<Int> = []
  /// The event at each position that was reported or read.
  var places: [Position: Int] = [:]
  /// The position of each of those events.
  var placesOfEvents: [Int: Position] = [:]
  var servers: [ServerModel] = []
  /// A file of a later format among the segments.
  var foreign: [UInt8]?
  /// Whether only programs were interrupted.
  var isIntact = true
  /// Whether the folder was removed.
  var hasVanished = false
  /// The problems that were detected during the run.
  var violations: [String] = []

  /// Records that the folder was removed: its contents are gone, without a violation.
  mutating func vanish() {
    stored = [:]
    storedSomewhere = []
    durable = []
    foreign = nil
    hasVanished = true
    loosen()
  }

  /// Records an unavoidable loss of bytes: batches may be sealed again.
  mutating func loosen() {
    isIntact = false
    for place in servers.indices {
      servers[place].open = nil
      servers[place].isStrict = false
    }
  }

  /// The events that a kill must not lose.
  var promised: Set<Int> { storedSomewhere.union(stored.keys) }

  mutating func add(_ event: Tracked) {
    events.append(event)
    numbers[event.id] = event.number
  }

  /// Records the event at a position, which must never change.
  mutating func note(_ number: Int, at position: Position) {
    placesOfEvents[number] = position
    if let other = places.updateValue(number, forKey: position), other != number {
      violations.append("REUSED \(position) holds event \(other) and event \(number)")
    }
  }

  /// Records that a call reported the event as stored.
  mutating func store(_ number: Int, at position: Position) {
    if let other = places[position] {
      violations.append("REUSED \(position) was event \(other)'s, and is now given to \(number)")
    }
    note(number, at: position)
    stored[number] = position
  }
}

extension Model {
  /// Returns the events of a batch that a cap may have removed, and that are missing beside its
  /// body.
  func lacking(in batch: Batch, _ destination: Int) -> Set<Int> {
    let named = batch.events.compactMap { numbers[$0.id] }
    return Set(numbers(in: batch.body).compactMap { $0 }).subtracting(named)
      .intersection(servers[destination].given)
  }

  /// Records a request at a server; `gone` are its events that a cap has removed from the journal.
  mutating func arrive(_ batch: Batch, _ destination: Int, gone: Set<Int>) {
    let body = batch.body
    let numbers = numbers(in: body)
    let unknown = numbers.contains(nil)
    if unknown { violations.append("PHANTOM in a body for \(servers[destination].plan.name)") }
    let sent = ServerModel.Sent(
      key: EventID(batch.key), body: body, numbers: numbers.compactMap { $0 },
      named: batch.events.map { self.numbers[$0.id] ?? -1 })
    violations += servers[destination].receive(sent, self)
    servers[destination].gone.subtract(sent.named)
    servers[destination].gone.formUnion(gone)
  }

  /// Records that the program has committed the server's last response.
  ///
  /// `homeless`: whether a full disk may have no space for a dead letter, whose event is then
  /// requested again. `isSure`: whether the commit survives a power loss; data of a commit whose
  /// sync failed may have been read back.
  mutating func settled(
    _ destination: Int, in cursor: SettledPositions, homeless: Bool, isSure: Bool
  ) {
    let server = servers[destination]
    guard server.isAnswered, let open = server.open else { return }
    let confirmed = open.numbers.filter { number in
      let mayComeAgain = homeless || server.homeless.contains(number)
      guard mayComeAgain, server.refused.contains(number) else { return server.explains(number) }
      // Buffered events are stored at some position.
      return stored[number].map(cursor.contains) ?? false
    }
    if isSure { servers[destination].confirmed.formUnion(confirmed) }
    servers[destination].homeless.formUnion(open.numbers.filter(server.refused.contains))
    servers[destination].homeless.subtract(confirmed)
    servers[destination].open = nil
  }

  /// Returns the events of a body, from each line except the first, which is the context.
  func numbers(in body: [UInt8]) -> [Int?] {
    body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropFirst().map {
      EventID(String(decoding: $0.dropFirst(14).prefix(36), as: UTF8.self)).flatMap { numbers[$0] }
    }
  }
}

/// The state of one server.
struct ServerModel: Sendable {
  /// A request, as it arrived.
  struct Sent: Sendable {
    var key: BatchKey
    var body: [UInt8]
    var numbers: [Int]
    /// The events that accompany the body because they can still be read.
    var named: [Int]
  }

  /// The response to a request, also when it is repeated.
  enum Answer: Hashable, Sendable {
    case accepted
    case partial(refused: Set<Int>, again: Set<Int>)
    case split
    case refused
  }

  var plan: DestinationPlan
  /// The requests by key, as they first arrived.
  var requests: [BatchKey: Sent] = [:]
  var answers: [BatchKey: Answer] = [:]
  var taken: Set<Int> = []
  var refused: Set<Int> = []
  /// The events that may have been dropped for lack of space.
  var given: Set<Int> = []
  /// The events that a cap of another program removed while their batch was in flight: without the
  /// record there is no dead letter.
  var gone: Set<Int> = []
  /// The events that were accepted or refused, with a commit of the program.
  var confirmed: Set<Int> = []
  /// The refused events whose dead letters had no space yet.
  var homeless: Set<Int> = []
  /// The batch in flight: sent, and not settled as far as is known.
  var open: Sent?
  /// Whether it got a response that ends it.
  var isAnswered = false
  /// Whether a batch must be repeated with its key; not after a power loss without syncs.
  var isStrict = true

  init(_ plan: DestinationPlan) { self.plan = plan }

  /// Returns whether the destination may have settled an event.
  func explains(_ number: Int) -> Bool {
    taken.contains(number) || refused.contains(number) || !plan.wants(number)
  }
}
