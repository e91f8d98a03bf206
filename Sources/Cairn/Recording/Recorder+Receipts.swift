/// The receipts of recording calls, made from the results of their appends.
extension Recorder {
  @inline(__always)
  func receipt(for appended: AppendResult, _ event: borrowing Event) -> Receipt {
    switch appended.outcome {
    case .stored(let position):
      return syncsEveryEvent && !isSynced(appended.ticket)
        ? .buffered(.notDurable) : .stored(position)
    case .buffered(let problem): return .buffered(problem)
    case .refused(let code, let problem): return refuse(code, problem, event)
    }
  }

  /// Counts and logs an event that the journal has refused.
  @inline(never)
  private func refuse(
    _ code: JournalError.Code, _ problem: StorageProblem?, _ event: borrowing Event
  ) -> Receipt {
    switch code {
    case .tooLarge: return refuse(.tooLarge, event.label)
    case .full: return refuse(.journalFull, event.label)
    case .closed: return refuse(.closed, event.label)
    default:
      let detail = problem.map { " (\($0.rawValue))" } ?? ""
      return refuse(.storageFailed, event.label, detail: detail)
    }
  }

  /// Completes the recording of an event that is not a call of the app.
  ///
  /// There are few of these: it is not inlined, so that an app has the code once.
  @inline(never)
  func finishOther(_ written: Written, _ event: borrowing Event) { _ = finish(written, event) }

  /// Removes the need for a sync that was already made for the caller.
  func withNeeds(_ appended: AppendResult, _ receipt: Receipt) -> AppendResult {
    guard syncsEveryEvent, case .stored = receipt else { return appended }
    var synced = appended
    synced.needs.subtract([.sync, .syncNow])
    return synced
  }

  /// Synced outside the lock, so that threads that record meanwhile share the next sync.
  private func isSynced(_ ticket: UInt64) -> Bool {
    do throws(JournalError) {
      try journal.sync(for: ticket)
      return true
    } catch {
      diagnostics.report(.error, "journal.sync", "\(error)")
      return false
    }
  }
}
