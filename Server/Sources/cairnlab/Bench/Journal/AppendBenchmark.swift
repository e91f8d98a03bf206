import ToolSupport
import Cairn

/// Measures `Journal.append`, a `pwrite(2)` of the same bytes and an insert into SQLite,
/// alternately.
struct AppendBenchmark {
  /// The result in nanoseconds.
  struct Result: Codable {
    var p50: Int
    var p99: Int
    /// The ratio to the bare call.
    var ratio: Double
    var ratioP99: Double
  }

  private static let payload = 400
  /// The number of events between two syncs of a busy app; the syncs are not measured.
  private static let round = 2_000
  let folder: String

  func run(_ calls: Int) throws -> (append: Result, bare: Latencies, sqlite: Latencies) {
    let journal = try BenchJournal(folder + "/append")
    let bare = try BareWriter(folder: folder, bytes: RecordHeader.total(payload: Self.payload))
    let sqlite = try SQLiteInserter(
      folder: folder, name: "append", bytes: Self.payload, synchronous: "NORMAL")
    var samples: (append: [Int], bare: [Int], sqlite: [Int]) = ([], [], [])
    for _ in 0..<max(1, calls / Self.round) {
      samples.append += try measure(journal)
      samples.bare += try Stopwatch.measure(Self.round) { try bare.write() }
      samples.sqlite += try sqlite.measure(Self.round / 10)
      try journal.journal.sync()
    }
    let found = Latencies(samples.append)
    let floor = Latencies(samples.bare)
    return (
      Result(
        p50: found.p50, p99: found.p99, ratio: ratio(found.p50, floor.p50),
        ratioP99: ratio(found.p99, floor.p99)),
      floor, Latencies(samples.sqlite)
    )
  }

  private func measure(_ journal: BenchJournal) throws -> [Int] {
    var buffer = OutputBuffer(capacity: 1_024)
    let moment = SystemClock().now()
    var samples = [Int](repeating: 0, count: Self.round)
    for index in samples.indices {
      BenchJournal.fill(&buffer, payload: Self.payload, id: UInt64(index))
      let start = Stopwatch.nanoseconds()
      _ = try journal.append(&buffer, at: moment)
      samples[index] = Stopwatch.nanoseconds() - start
    }
    return samples
  }

  private func ratio(_ found: Int, _ floor: Int) -> Double {
    (Double(found) / Double(max(floor, 1)) * 100).rounded() / 100
  }
}
