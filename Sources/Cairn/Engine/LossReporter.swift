/// Records an event at an interval that reports the counts of all others, so that the receiving
/// side can determine its losses.
final class LossReporter: Sendable {
  static let eventName = SDKEventName.lossReport.rawValue
  static let magic: UInt64 = 0x0031_5352_4C4A_5645
  static let slotSize = 4_096
  /// The interval at which the counts are saved.
  ///
  /// A process that is killed loses the counts since the last save.
  static let saveInterval: Milliseconds = .minutes(15)

  private let path: String
  private let files: any FileSystem
  private let clock: any Clock
  /// The time between two reports.
  private let interval: Milliseconds
  private let source: LedgerSource
  private let diagnostics: Diagnostics
  private let state: Locked<State>

  private struct State {
    /// The counts at the start of this launch, as far as they could be read.
    var before: LossRecord
    /// The file; nil until it can be opened.
    var file: DoubleSlotFile?
    var saved: LossRecord?
    var hasReported = false

    /// Continues with the counts of earlier launches.
    mutating func take(_ stored: LossRecord, at wall: WallTime) {
      saved = stored
      // A wall clock that was set must not delay the next report for years.
      let reportedAt = hasReported ? before.reportedAt : min(max(0, stored.reportedAt), wall)
      before = stored
      before.reportedAt = reportedAt
    }
  }

  init(
    _ path: String, files: any FileSystem, clock: any Clock, interval: Milliseconds,
    source: LedgerSource, diagnostics: Diagnostics
  ) {
    self.path = path
    self.files = files
    self.clock = clock
    self.interval = interval
    self.source = source
    self.diagnostics = diagnostics
    state = Locked(State(before: LossRecord(reportedAt: clock.now().wall)))
    // The interval until the first report starts now, even if this process is killed.
    save()
  }

  private func open(_ state: inout State) throws(FileError) -> DoubleSlotFile {
    if let file = state.file { return file }
    let file = try DoubleSlotFile(path, magic: Self.magic, slotSize: Self.slotSize, files: files)
    let stored = file.slots.lazy.compactMap { LossRecord($0.content) }.first
    if let stored { state.take(stored, at: clock.now().wall) }
    state.file = file
    return file
  }

  /// Reports at the interval, until cancelled.
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

  private func report(at wall: WallTime) {
    let ledger = source.ledger
    let total = state.withLock { state in
      _ = try? open(&state)
      return state.before.adding(ledger)
    }
    source.recorder.record(.track, Self.eventName, total.properties(ledger))
    save(reportedAt: wall)
  }

  /// Saves the counts of this launch for the next one.
  func save(reportedAt: WallTime? = nil) {
    let ledger = source.ledger
    let failure = state.withLock { state -> FileError? in
      if let reportedAt { (state.before.reportedAt, state.hasReported) = (reportedAt, true) }
      do throws(FileError) {
        let file = try open(&state)
        let total = state.before.adding(ledger)
        guard total != state.saved else { return nil }
        try file.write(total.encoded())
        state.saved = total
        return nil
      } catch {
        return error
      }
    }
    guard let failure else { return }
    diagnostics.report(
      .notice, "lossReport.storage",
      "the next report may omit refused calls of this and earlier launches: \(failure)")
  }
}
