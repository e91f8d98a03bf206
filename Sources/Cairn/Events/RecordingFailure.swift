/// The reason why an event was not recorded.
///
/// Refusals are counted in the ledger, and the first of each kind is logged.
public struct RecordingFailure: Error, RawRepresentable, Hashable, Sendable {
  /// The name of the reason, as the ledger and the log show it.
  ///
  /// The set is open: later versions may add reasons.
  public let rawValue: String

  /// Creates a reason with this name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The event's JSON is longer than `Configuration.maximumEventBytes`.
  public static let tooLarge = RecordingFailure(rawValue: "tooLarge")
  /// The event has no name, or the call of `identify`, `group` or `alias` has no identifier.
  public static let nameMissing = RecordingFailure(rawValue: "nameMissing")
  /// The type of the properties cannot be encoded.
  public static let notEncodable = RecordingFailure(rawValue: "notEncodable")
  /// The journal could not be written (no space, no permission, a failing disk), and the buffer of
  /// 256 KiB in memory is full.
  public static let storageFailed = RecordingFailure(rawValue: "storageFailed")
  /// The journal has reached its limit, and no event may be dropped to make room, or room could not
  /// be made in time.
  public static let journalFull = RecordingFailure(rawValue: "journalFull")
  /// Remote settings have disabled recording.
  public static let switchedOff = RecordingFailure(rawValue: "switchedOff")
  /// Remote settings sample the event, and this installation is not in the sample.
  public static let sampled = RecordingFailure(rawValue: "sampled")
  /// An `EventInspector` of the configuration, such as a tracking plan, refused the event.
  public static let rejectedByInspector = RecordingFailure(rawValue: "objected")
  /// `Configuration.beforeRecord` returned nil.
  public static let droppedByApp = RecordingFailure(rawValue: "droppedByApp")
  /// The event was recorded from too many nested closures of the app.
  ///
  /// A closure of the app (an enricher, an inspector, a redaction rule or the log handler) recorded
  /// an event, for which such a closure was called that recorded an event, and so on.
  public static let nested = RecordingFailure(rawValue: "nested")
  /// `close()` was called before.
  public static let closed = RecordingFailure(rawValue: "closed")
  /// `setTrackingEnabled(false)` was called.
  public static let trackingDisabled = RecordingFailure(rawValue: "trackingDisabled")
  /// The user's consent is denied.
  public static let consentDenied = RecordingFailure(rawValue: "consentDenied")
  /// An erasure occurred while the event was being recorded.
  public static let erased = RecordingFailure(rawValue: "erased")
  /// The experiments' document has no goal with the key of the conversion.
  public static let unknownGoal = RecordingFailure(rawValue: "unknownGoal")
  /// No document with the goal of the conversion was available for 30 days.
  public static let documentMissing = RecordingFailure(rawValue: "documentMissing")
  /// 1 000 conversions already wait for the experiments' document.
  public static let tooManyWaiting = RecordingFailure(rawValue: "tooManyWaiting")
}

extension RecordingFailure {
  /// Whether the event itself is the reason, so that another event would have been recorded.
  package var isOfTheEvent: Bool {
    self != .storageFailed && self != .journalFull && self != .closed && self != .switchedOff
      && !isWanted
  }

  /// Whether the app or its user requested it.
  package var isWanted: Bool {
    self == .trackingDisabled || self == .consentDenied || self == .erased
  }

  /// The reason as the end of a sentence, for the log.
  package var explanation: String {
    switch self {
    case .tooLarge: "its JSON is longer than maximumEventBytes"
    case .nameMissing: "its name or identifier is empty"
    case .notEncodable: "its properties cannot be encoded"
    case .storageFailed: "the journal could not be written, and the buffer in memory is full"
    case .journalFull: "the journal has reached its cap"
    case .switchedOff: "remote settings turn recording off"
    case .sampled: "remote settings sample it, and this installation is not in the sample"
    case .rejectedByInspector: "an inspector refused it"
    case .droppedByApp: "beforeRecord dropped it"
    case .nested: "more than eight nested calls from the app's closures"
    case .closed: "the SDK is closed"
    case .trackingDisabled: "tracking is disabled"
    case .consentDenied: "consent is denied"
    case .unknownGoal: "the document has no such goal"
    case .documentMissing: "there was no document with its goal for 30 days"
    case .tooManyWaiting: "1 000 conversions already wait for the document"
    case .erased: "everything was being erased"
    default: rawValue
    }
  }
}
