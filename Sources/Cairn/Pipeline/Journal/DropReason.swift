/// Why an event that was recorded was not delivered.
///
/// The raw value is its place in the cursor's counters.
public enum DropReason: Int, Sendable, CaseIterable {
  /// The journal had reached its cap, and the oldest events went.
  case capacity = 0
  /// The event was older than the configuration allows.
  case age = 1
  /// Consent was denied, or `Analytics.erase()` was called.
  case erased = 2
  /// Somebody discarded it from the dead letters.
  case discarded = 3
  /// The user denied what the destination is for: `Configuration.consentCategories`.
  case consentDenied = 4
  /// `Analytics.reset()` was called: interactions with content of the user before are given up.
  case reset = 5
  /// The destination's dead letters had reached their cap, and the oldest went: `JournalLimits.deadLetterBytes`.
  case deadLettersFull = 6
}
