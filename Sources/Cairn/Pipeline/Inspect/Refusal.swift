/// Why an event was not recorded.
///
/// Refusals are counted in the ledger, and the first of a kind is logged.
public struct Refusal: Error, RawRepresentable, Hashable, Sendable {
  /// The reason's name, as the ledger and the log show it.
  ///
  /// An open set: later versions may add to it.
  public let rawValue: String

  /// Makes a reason with this name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The event's JSON is longer than `Configuration.maximumEventBytes`.
  public static let tooLarge = Refusal(rawValue: "tooLarge")
  /// The event has no name, or `identify`, `group` or `alias` no identifier.
  public static let nameMissing = Refusal(rawValue: "nameMissing")
  /// The properties are a type that cannot be encoded.
  public static let notEncodable = Refusal(rawValue: "notEncodable")
  /// The journal could not be written: no space, no permission, a failing disk; and the 256 KiB in memory that wait
  /// for the disk are full.
  public static let storageFailed = Refusal(rawValue: "storageFailed")
  /// The journal has reached its cap, and nothing may be dropped to make room, or not so quickly.
  public static let journalFull = Refusal(rawValue: "journalFull")
  /// Remote settings switch recording off for a while.
  public static let switchedOff = Refusal(rawValue: "switchedOff")
  /// Remote settings sample the event, and this installation is not in the sample.
  public static let sampled = Refusal(rawValue: "sampled")
  /// An `EventInspector` of the configuration refuses it, such as a tracking plan.
  public static let objected = Refusal(rawValue: "objected")
  /// It was recorded from inside too many closures of the app at once: an enricher, an inspector, a rule of redaction or the
  /// log's handler recorded something, for which such a closure was called, which recorded something, and so on.
  public static let nested = Refusal(rawValue: "nested")
  /// `close()` was called before.
  public static let closed = Refusal(rawValue: "closed")
  /// `setTrackingEnabled(false)` was called.
  public static let trackingDisabled = Refusal(rawValue: "trackingDisabled")
  /// The user's consent is denied.
  public static let consentDenied = Refusal(rawValue: "consentDenied")
  /// It was being recorded while everything was erased.
  public static let erased = Refusal(rawValue: "erased")
}

extension Refusal {
  /// Whether another event would have been recorded.
  package var isOfTheEvent: Bool {
    self != .storageFailed && self != .journalFull && self != .closed && self != .switchedOff
      && !isWanted
  }

  /// Whether the app or its user asked for it.
  package var isWanted: Bool {
    self == .trackingDisabled || self == .consentDenied || self == .erased
  }

  /// The reason as a sentence's end, for the log.
  package var explanation: String {
    switch self {
    case .tooLarge: "its JSON is longer than maximumEventBytes"
    case .nameMissing: "its name or identifier is empty"
    case .notEncodable: "its properties cannot be encoded"
    case .storageFailed: "the journal could not be written, and what is kept in memory is full"
    case .journalFull: "the journal has reached its cap"
    case .switchedOff: "remote settings switch recording off"
    case .sampled: "remote settings sample it, and this installation is not in the sample"
    case .objected: "an inspector refuses it"
    case .nested: "the app's own closures call each other without an end"
    case .closed: "the SDK is closed"
    case .trackingDisabled: "tracking is disabled"
    case .consentDenied: "consent is denied"
    case .erased: "everything was being erased"
    default: rawValue
    }
  }
}
