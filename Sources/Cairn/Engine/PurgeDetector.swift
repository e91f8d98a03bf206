/// Detects that the system has deleted the journal, which it may do on tvOS while the app does not
/// run, and counts the events that were lost with it.
///
/// The number of pending events is kept in the user defaults, which the system does not delete. It
/// is updated when the app goes to the background and when the process ends.
final class PurgeDetector: Sendable {
  private let settings: any KeyValueStore
  private let name: String
  /// The number of events that were lost in all deletions so far.
  let purged: UInt64

  /// Compares the settings with the folder; `isGone` says that it has no journal.
  init(
    _ settings: any KeyValueStore, account: String, isGone: Bool, diagnostics: Diagnostics
  ) {
    self.settings = settings
    name = "cairn.\(account).journal"
    guard let before = settings.text(name).flatMap(Counts.init) else {
      purged = 0
      // From now on a missing journal was deleted.
      settings.set(Counts(pending: 0, purged: 0).text, for: name)
      return
    }
    guard isGone else {
      purged = before.purged
      return
    }
    purged = before.purged &+ before.pending
    settings.set(Counts(pending: 0, purged: purged).text, for: name)
    diagnostics.report(
      .warning, "journal.purged",
      "the system has deleted the journal while the app did not run; events that were pending when "
        + "the app was last in the background: \(before.pending)")
  }

  /// Stores the number of pending events.
  func save(pending: UInt64) {
    let text = Counts(pending: pending, purged: purged).text
    if settings.text(name) != text { settings.set(text, for: name) }
  }

  /// Two numbers in a text, such as `12 0`.
  private struct Counts {
    let pending: UInt64
    let purged: UInt64

    init(pending: UInt64, purged: UInt64) {
      self.pending = pending
      self.purged = purged
    }

    init?(_ text: String) {
      let numbers = text.split(separator: " ").map { UInt64($0) }
      guard numbers.count == 2, let pending = numbers[0], let purged = numbers[1] else {
        return nil
      }
      self.init(pending: pending, purged: purged)
    }

    var text: String { "\(pending) \(purged)" }
  }
}

extension Engine {
  /// Stores the number of pending events, if the system may delete the journal.
  func savePending() {
    guard let purges else { return }
    // An event that several destinations wait for is one event, and most wait for the slowest one.
    purges.save(pending: source.ledger.destinations.map(\.pending).max() ?? 0)
  }
}
