public import Foundation

/// Why `Analytics.record` could not promise what it is asked for.
public struct AnalyticsError: Error, Sendable {
  /// What went wrong: an open set, later versions may add to it.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's name.
    public let rawValue: String

    /// Makes a code with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The event was not recorded; see `refusal`.
    public static let refused = Code(rawValue: "refused")
    /// The event is recorded and survives the death of the process, but the disk did not confirm that it survives a
    /// loss of power.
    public static let notDurable = Code(rawValue: "notDurable")
  }

  /// What went wrong.
  public let code: Code
  /// What became of the event.
  public let receipt: Receipt
  /// The event's identifier, for `Analytics.delivery(of:)`; nil when it was refused.
  public let eventID: EventID?
  /// Why the event was not recorded, for `.refused`.
  public var refusal: Refusal? { if case .dropped(let refusal) = receipt { refusal } else { nil } }
  /// What the system said: the call, the path, its error number.
  public let detail: String

  package init(_ code: Code, _ receipt: Receipt, _ eventID: EventID? = nil, detail: String = "") {
    self.code = code
    self.receipt = receipt
    self.eventID = eventID
    self.detail = detail
  }
}

extension AnalyticsError: LocalizedError {
  /// The same sentence.
  public var errorDescription: String? { description }
}

extension AnalyticsError: CustomStringConvertible {
  /// One sentence for the log.
  public var description: String {
    switch code {
    case .refused: "the event was not recorded: \(refusal?.explanation ?? "refused")"
    case .notDurable: "the event may not survive a loss of power: \(detail)"
    default: "\(code.rawValue) \(detail)"
    }
  }
}
