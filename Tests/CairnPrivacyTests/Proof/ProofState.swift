#if canImport(CryptoKit) || Crypto
/// What the user has said, and what the app has switched on.
enum ProofState: String, CaseIterable, Sendable {
  case granted
  case pending
  case denied
  /// Granted at first, and then everything was erased.
  case erased
  /// A rule finds each word in texts, and hashes it.
  case redacted
  case encrypted

  /// Whether what was recorded may be sent.
  var isSent: Bool { self != .pending && self != .denied && self != .erased }
  /// Whether something of it may be kept.
  var isKept: Bool { self != .denied && self != .erased }
}

/// Where a word may be found.
enum ProofPlace: String, CaseIterable, Sendable {
  case disk = "On the disk"
  case requests = "In requests"
  case log = "In the log"
}

/// How a word was found in a place.
enum ProofFinding: String, Sendable {
  case plain
  case hashed
  /// Not to be found, though it is there without encryption.
  case encrypted
  case absent = "–"
}
#endif
