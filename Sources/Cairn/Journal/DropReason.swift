/// The reason why a recorded event was dropped without delivery.
///
/// The raw value is the index in the cursor's counters.
public enum DropReason: Int, Sendable, CaseIterable {
  /// The journal reached its limit, and the oldest events were dropped.
  case capacity = 0
  /// The event was older than the configuration allows.
  case age = 1
  /// Consent was denied, or `Analytics.erase()` was called.
  case erased = 2
  /// The app discarded the event from the dead letters.
  case discarded = 3
  /// The user denied consent for the destination's purpose: `Configuration.consentCategories`.
  case consentDenied = 4
  /// `Analytics.reset()` was called, which drops interactions with content of the previous user.
  case reset = 5
  /// The destination's dead letters reached their limit, `JournalLimits.deadLetterBytes`, and the
  /// oldest were dropped.
  case deadLettersFull = 6
}
