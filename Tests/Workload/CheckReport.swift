import Cairn

/// The result of `check` in its printed form.
struct CheckReport: Codable {
  /// The events of one thread of one run.
  struct Thread: Codable {
    var run: Int
    var thread: Int
    /// The numbers in order, each once.
    var numbers: [Int]
    /// The numbers that arrived more than once.
    var repeated: [Int]
  }

  /// A destination's row of the ledger.
  struct Account: Codable {
    var accepted: UInt64
    var delivered: UInt64
    var filtered: UInt64
    var deadLettered: UInt64
    var damaged: UInt64
    var dropped: UInt64
    var pending: UInt64
    var balances: Bool
  }

  /// A batch without its contents.
  struct Batch: Codable {
    var key: String
    var body: String
  }

  var threads: [Thread]
  /// The unknown events as received.
  var foreign: [String]
  var batches: [Batch]
  /// The counters of the first destination.
  var account: Account?
  /// The counters of all destinations.
  var accounts: [Account]
  var isInMemory: Bool
  /// The number of events that were delivered again when the folder was opened again: it should be
  /// 0.
  var deliveredAgain: Int
  var balancesAgain: Bool
  var openMilliseconds: Int

  init(first: Checker.Visit, second: Checker.Visit) {
    let requests = first.requests.first ?? []
    let events = requests.flatMap(\.events)
    threads = Self.threads(events)
    foreign = first.requests.joined().flatMap(\.foreign)
    batches = requests.map { Batch(key: $0.key, body: $0.body) }
    accounts = first.ledger.destinations.map(Account.init)
    account = accounts.first
    isInMemory = first.ledger.isInMemory
    deliveredAgain = second.requests.joined().reduce(0) { $0 + $1.events.count + $1.foreign.count }
    balancesAgain = second.ledger.balances
    openMilliseconds = first.milliseconds
  }

  private static func threads(_ events: [NumberedEvent]) -> [Thread] {
    let threads = Dictionary(grouping: events) { [$0.run, $0.thread] }
    return threads.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, events in
      let counts = Dictionary(events.map { ($0.number, 1) }, uniquingKeysWith: +)
      return Thread(
        run: key[0], thread: key[1], numbers: counts.keys.sorted(),
        repeated: counts.filter { $0.value > 1 }.keys.sorted())
    }
  }
}

extension CheckReport.Account {
  init(_ row: Ledger.Row) {
    accepted = row.accepted
    delivered = row.delivered
    filtered = row.filtered
    deadLettered = row.deadLettered
    damaged = row.damaged
    dropped = row.dropped.values.reduce(0, +)
    pending = row.pending
    balances = row.balances
  }
}
