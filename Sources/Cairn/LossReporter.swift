/// Records an event from time to time that says what became of all others, so that the receiving side can tell what it
/// has not got.
final class LossReporter: Sendable {
  static let eventName = OwnEvent.lossReport.rawValue
  static let magic: UInt64 = 0x0031_5352_4C4A_5645
  static let slotSize = 4_096
  /// A process that is killed loses what it has counted since the last time.
  static let saveInterval: Int64 = 900_000

  private let path: String
  private let files: any FileSystem
  private let clock: any Clock
  /// Milliseconds between two reports.
  private let interval: Int64
  private let source: LedgerSource
  private let diagnostics: Diagnostics
  private let state: Locked<State>

  private struct State {
    /// What was so when this run began.
    var before: LossRecord
    var file: SlotFile?
    var saved: LossRecord?
  }

  init(
    _ path: String, files: any FileSystem, clock: any Clock, interval: Int64,
    source: LedgerSource, diagnostics: Diagnostics
  ) {
    self.path = path
    self.files = files
    self.clock = clock
    self.interval = interval
    self.source = source
    self.diagnostics = diagnostics
    let now = clock.now().wall
    let file = Self.open(path, files, diagnostics)
    let stored = file?.slots.lazy.compactMap { LossRecord($0.content) }.first
    var before = stored ?? LossRecord(reportedAt: now)
    // A clock that was set must not put the next report off for years.
    before.reportedAt = min(max(0, before.reportedAt), now)
    state = Locked(State(before: before, file: file))
    // The time until the first report counts from now, whatever becomes of this process.
    if stored == nil { save() }
  }

  private static func open(
    _ path: String, _ files: any FileSystem, _ diagnostics: Diagnostics
  ) -> SlotFile? {
    do throws(FileError) {
      return try SlotFile(path, magic: magic, slotSize: slotSize, files: files)
    } catch {
      diagnostics.report(
        .notice, "lossReport.storage", "the next report is of this run alone: \(error)")
      return nil
    }
  }

  /// Reports when it is time, until cancelled.
  nonisolated(nonsending) func run() async {
    while !Task.isCancelled {
      let now = clock.now()
      let wait = state.withLock { $0.before.reportedAt } + interval - now.wall
      if wait > 0 {
        try? await clock.sleep(untilContinuous: now.continuous + min(wait, Self.saveInterval))
        save()
      } else {
        report(at: now.wall)
      }
    }
  }

  private func report(at wall: Int64) {
    let ledger = source.ledger
    let total = state.withLock { $0.before.adding(ledger) }
    source.recorder.record(.track, Self.eventName, total.properties(ledger))
    save(reportedAt: wall)
  }

  /// Keeps what this run has counted for the next one.
  func save(reportedAt: Int64? = nil) {
    let ledger = source.ledger
    let failure = state.withLock { state -> FileError? in
      if let reportedAt { state.before.reportedAt = reportedAt }
      do throws(FileError) {
        let total = state.before.adding(ledger)
        guard total != state.saved else { return nil }
        try state.file?.write(total.encoded())
        state.saved = total
        return nil
      } catch {
        return error
      }
    }
    guard let failure else { return }
    diagnostics.report(
      .notice, "lossReport.storage", "what this run refused will miss in later reports: \(failure)")
  }
}
