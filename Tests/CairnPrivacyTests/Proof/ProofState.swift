#if canImport(CryptoKit) || Crypto
/// The user's decision and the app's settings.
enum ProofState: String, CaseIterable, Sendable {
  case granted
  case pending
  case denied
  /// Consent was granted at first, and then everything was erased.
  case erased
  /// A rule finds each word in texts, and hashes it.
  case redacted
  case encrypted

  /// Whether recorded events may be sent.
  var isSent: Bool { self != .pending && self != .denied && self != .erased }
  /// Whether recorded events may be stored.
  var isKept: Bool { self != .denied && self != .erased }
}

/// The places where a word may be found.
enum ProofPlace: String, CaseIterable, Sendable {
  case disk = "On the disk"
  case requests = "In requests"
  case log = "In the log"
}

/// The form in which a word was found in a place.
enum ProofFinding: String, Sendable {
  case plain
  case hashed
  /// Not found, although it is there without encryption.
  case encrypted
  case absent = "–"
}
#endif
