public import Foundation

/// The error that `Analytics.record` throws when it could not record an event durably.
public struct AnalyticsError: Error, Sendable {
  /// The kind of error.
  ///
  /// The set is open: later versions may add to it.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's name.
    public let rawValue: String

    /// Creates a code with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The event was not recorded; see `refusal`.
    public static let refused = Code(rawValue: "refused")
    /// The event is recorded and survives the death of the process, but the disk did not confirm
    /// that it survives a loss of power.
    public static let notDurable = Code(rawValue: "notDurable")
  }

  /// The kind of error.
  public let code: Code
  /// The result of the recording.
  public let receipt: Receipt
  /// The event's identifier, for `Analytics.delivery(of:)`; nil when it was refused.
  public let eventID: EventID?
  /// The reason why the event was not recorded; nil unless the code is `.refused`.
  public var refusal: RecordingFailure? {
    if case .refused(let refusal) = receipt { refusal } else { nil }
  }
  /// The system's error: the call, the path and the error number.
  public let detail: String

  package init(_ code: Code, _ receipt: Receipt, _ eventID: EventID? = nil, detail: String = "") {
    self.code = code
    self.receipt = receipt
    self.eventID = eventID
    self.detail = detail
  }
}

extension AnalyticsError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension AnalyticsError: CustomStringConvertible {
  /// A one-sentence description for the log.
  public var description: String {
    switch code {
    case .refused: "the event was not recorded: \(refusal?.explanation ?? "refused")"
    case .notDurable: "the event may not survive a loss of power: \(detail)"
    default: "\(code.rawValue) \(detail)"
    }
  }
}

/// The error that `Analytics.erase()` throws when data could not be removed yet.
public struct ErasureError: Error, Sendable {
  /// The system's error: the call, the path and the error number.
  public let detail: String
}

extension ErasureError: LocalizedError {
  /// A one-sentence description for the log.
  public var errorDescription: String? {
    "some data is not erased yet, and nothing is delivered until it is: \(detail)"
  }
}
