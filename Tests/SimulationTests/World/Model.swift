import Cairn

/// What is known to be true, whatever is on the disk: what was promised, and what the servers saw.
struct Model: Sendable {
  var events: [Tracked] = []
  var numbers: [EventID: Int] = [:]
  /// The call said: it is in the journal, at this place.
  var stored: [Int: Position] = [:]
  /// Stored after it had been in memory for a while: at a place that nobody was told.
  var storedSomewhere: Set<Int> = []
  /// And a sync that succeeded came after it.
  var durable: Set<Int> = []
  /// Which event is at a place, once anybody was told or has read it.
  var places: [Position: Int] = [:]
  /// And the other way round.
  var placesOfEvents: [Int: Position] = [:]
  var servers: [ServerModel] = []
  /// A file of a later format that lies among the segments.
  var foreign: [UInt8]?
  /// Nothing but programs was ever cut off.
  var isIntact = true
  /// Somebody removed the folder.
  var hasVanished = false
  /// What was wrong while it happened.
  var violations: [String] = []

  /// Somebody removed the folder: what was in it is gone, and nobody promised that it is not.
  mutating func vanish() {
    stored = [:]
    storedSomewhere = []
    durable = []
    foreign = nil
    hasVanished = true
    loosen()
  }

  /// Bytes were lost that nobody could keep: batches may be sealed anew.
  mutating func loosen() {
    isIntact = false
    for place in servers.indices {
      servers[place].open = nil
      servers[place].isStrict = false
    }
  }

  /// All that a kill must not take.
  var promised: Set<Int> { storedSomewhere.union(stored.keys) }

  mutating func add(_ event: Tracked) {
    events.append(event)
    numbers[event.id] = event.number
  }

  /// A place holds one event for ever.
  mutating func note(_ number: Int, at position: Position) {
    placesOfEvents[number] = position
    if let other = places.updateValue(number, forKey: position), other != number {
      violations.append("REUSED \(position) holds event \(other) and event \(number)")
    }
  }

  /// A call has promised that the event is stored.
  mutating func store(_ number: Int, at position: Position) {
    if let other = places[position] {
      violations.append("REUSED \(position) was event \(other)'s, and is now given to \(number)")
    }
    note(number, at: position)
    stored[number] = position
  }
}

extension Model {
  /// The events of a batch that a cap may have removed and that came beside its body no more.
  func lacking(in batch: Batch, _ destination: Int) -> Set<Int> {
    let named = batch.events.compactMap { numbers[$0.id] }
    return Set(numbers(in: batch.body).compactMap { $0 }).subtracting(named)
      .intersection(servers[destination].given)
  }

  /// A request arrived at a server; `gone`: the events of it that a cap has removed from the journal.
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

  /// The program has committed what the server's last answer meant.
  ///
  /// `homeless`: whether a full disk may have no room for a dead letter, whose event is asked for again then. `isSure`:
  /// whether that survives a loss of power; what a commit wrote whose sync failed may have been read back.
  mutating func settled(
    _ destination: Int, in cursor: SettledPositions, homeless: Bool, isSure: Bool
  ) {
    let server = servers[destination]
    guard server.isAnswered, let open = server.open else { return }
    let confirmed = open.numbers.filter { number in
      let mayComeAgain = homeless || server.homeless.contains(number)
      guard mayComeAgain, server.refused.contains(number) else { return server.explains(number) }
      // What waited in memory lies somewhere.
      return stored[number].map(cursor.contains) ?? false
    }
    if isSure { servers[destination].confirmed.formUnion(confirmed) }
    servers[destination].homeless.formUnion(open.numbers.filter(server.refused.contains))
    servers[destination].homeless.subtract(confirmed)
    servers[destination].open = nil
  }

  /// The events of a body: of each line but the first, which is the context.
  func numbers(in body: [UInt8]) -> [Int?] {
    body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropFirst().map {
      EventID(String(decoding: $0.dropFirst(14).prefix(36), as: UTF8.self)).flatMap { numbers[$0] }
    }
  }
}

/// What one server knows.
struct ServerModel: Sendable {
  /// A request, as it arrived.
  struct Sent: Sendable {
    var key: BatchKey
    var body: [UInt8]
    var numbers: [Int]
    /// The events that came beside the body: those that can still be read.
    var named: [Int]
  }

  /// What a server says of a request, also when it comes again.
  enum Answer: Hashable, Sendable {
    case accepted
    case partial(refused: Set<Int>, again: Set<Int>)
    case split
    case refused
  }

  var plan: DestinationPlan
  /// By key: what it came with first.
  var requests: [BatchKey: Sent] = [:]
  var answers: [BatchKey: Answer] = [:]
  var taken: Set<Int> = []
  var refused: Set<Int> = []
  /// May have been given up for want of room.
  var given: Set<Int> = []
  /// Removed by a cap of another program while their batch was under way: with the record went what a dead letter is
  /// made of.
  var gone: Set<Int> = []
  /// Taken or refused, and the program has committed that.
  var confirmed: Set<Int> = []
  /// Refused events for whose dead letters there was no room yet.
  var homeless: Set<Int> = []
  /// The batch that is under way: sent, and not settled as far as anybody was told.
  var open: Sent?
  /// Whether it was answered in a way that ends it.
  var isAnswered = false
  /// Whether a batch must come again under its key; not behind a loss of power without syncs.
  var isStrict = true

  init(_ plan: DestinationPlan) { self.plan = plan }

  /// Whether the destination may be done with an event.
  func explains(_ number: Int) -> Bool {
    taken.contains(number) || refused.contains(number) || !plan.wants(number)
  }
}
