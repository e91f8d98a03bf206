import ToolSupport
import Cairn

/// The result of `bench journal`.
struct JournalReport: Encodable {
  /// The same work with SQLite, one row per event.
  struct SQLite: Encodable {
    /// The nanoseconds of an insert with `synchronous=NORMAL`, for comparison with `append`.
    var insert: Latencies
    /// The inserts per second by one thread with `synchronous=FULL`, for comparison with
    /// `singleCommit`.
    var fullCommitsPerSecond: Int
  }

  /// The bare system calls in the same run.
  struct Bare: Encodable {
    /// The nanoseconds of `pwrite(2)`.
    var pwrite: Latencies
    /// The commits per second by one thread with `pwrite(2)` and `fdatasync(2)`.
    var commitsPerSecond: Int
    /// The same by 16 threads, each with its own sync.
    var commitsPerSecond16Threads: Int
  }

  var append: AppendBenchmark.Result
  var singleCommit: CommitBenchmark.Result
  var groupCommit: CommitBenchmark.Result
  var openMillis: Double
  var openRSSBytes: Int
  var openEvents: Int
  var openBytes: Int
  var verifyMBPerSecond: Int
  var bare: Bare
  var sqlite: SQLite
  var runs: Int
  var machine: MachineDescription

  /// A table for people.
  var text: String {
    let calls = TextTable.text([
      ["nanoseconds", "p50", "p99"],
      ["Journal.append, 400 bytes", "\(append.p50)", "\(append.p99)"],
      ["pwrite(2), same bytes", "\(bare.pwrite.p50)", "\(bare.pwrite.p99)"],
      ["SQLite insert, WAL, NORMAL", "\(sqlite.insert.p50)", "\(sqlite.insert.p99)"],
    ])
    let commits = TextTable.text([
      ["durable appends per second", "1 thread", "\(CommitBenchmark.threads) threads"],
      ["journal", singleCommit.appendsPerSecond.grouped, groupCommit.appendsPerSecond.grouped],
      [
        "pwrite(2) + fdatasync(2)", bare.commitsPerSecond.grouped,
        bare.commitsPerSecond16Threads.grouped,
      ],
      ["SQLite insert, WAL, FULL", sqlite.fullCommitsPerSecond.grouped, "-"],
    ])
    return """
      \(calls)

      \(commits)

      append to pwrite(2):           \(append.ratio) at p50, \(append.ratioP99) at p99
      16 threads to one fdatasync:   \(groupCommit.ratioToOneBareThread)
      opening after a crash:         \(openMillis) ms with \(openEvents.grouped) undelivered \
      events, \(openBytes.inBytes)
      memory grew by opening:        \(openRSSBytes.inBytes)
      full verification:             \(verifyMBPerSecond.grouped) MB/s

      \(machine.text); medians of \(runs) runs
      """
  }
}
