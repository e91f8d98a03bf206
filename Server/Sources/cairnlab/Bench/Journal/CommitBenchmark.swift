import Cairn

/// Measures durable appends, by one thread and by many, alternately with the bare calls.
struct CommitBenchmark {
  /// The rates per second.
  struct Result: Codable {
    var appendsPerSecond: Int
    /// The ratio to the bare calls by as many threads.
    var ratioToBare: Double
    /// The ratio to one thread with `fdatasync(2)` for each append, without a journal.
    var ratioToOneBareThread: Double
  }

  /// The appends per second of each kind in one run.
  private struct Rates {
    var single: [Double] = []
    var group: [Double] = []
    var bareSingle: [Double] = []
    var bareMany: [Double] = []
    var sqlite: [Double] = []
  }

  private static let payload = 400
  static let threads = 16
  let folder: String

  func run(runs: Int, commits: Int) throws -> (
    single: Result, group: Result, bareSingle: Int, bareMany: Int, sqlite: Int
  ) {
    let journal = try BenchJournal(folder + "/commit")
    let bare = try DurableWriter(
      folder + "/durable", bytes: RecordHeader.total(payload: Self.payload))
    let sqlite = try SQLiteInserter(
      folder: folder, name: "commit", bytes: Self.payload, synchronous: "FULL")
    let share = max(1, commits / 4)
    var rates = Rates()
    for _ in 0..<runs {
      rates.single.append(try Crew.rate(threads: 1, times: commits) { try commit(journal, $0) })
      rates.bareSingle.append(try Crew.rate(threads: 1, times: commits) { try bare.write($0) })
      rates.group.append(
        try Crew.rate(threads: Self.threads, times: share) { try commit(journal, $0) })
      rates.bareMany.append(
        try Crew.rate(threads: Self.threads, times: share) { try bare.write($0) })
      let samples = try sqlite.measure(commits)
      rates.sqlite.append(Double(commits) * 1e9 / Double(max(1, samples.reduce(0, +))))
    }
    let one = rates.bareSingle.median ?? 0
    let many = rates.bareMany.median ?? 0
    return (
      result(rates.single.median ?? 0, one, one), result(rates.group.median ?? 0, many, one),
      Int(one), Int(many), Int(rates.sqlite.median ?? 0)
    )
  }

  private func result(_ found: Double, _ bare: Double, _ one: Double) -> Result {
    func ratio(_ floor: Double) -> Double { (found / max(floor, 1) * 100).rounded() / 100 }
    return Result(
      appendsPerSecond: Int(found), ratioToBare: ratio(bare), ratioToOneBareThread: ratio(one))
  }

  private func commit(_ journal: BenchJournal, _ count: Int) throws {
    var buffer = OutputBuffer(capacity: 1_024)
    let clock = SystemClock()
    for index in 0..<count {
      BenchJournal.fill(&buffer, payload: Self.payload, id: UInt64(index))
      let ticket = try journal.append(&buffer, at: clock.now())
      try journal.journal.sync(for: ticket)
    }
  }
}
