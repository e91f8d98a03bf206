public import Cairn

/// The result of `ExperimentContext.trackConversion`: the outcome, and the recorded events.
public struct ConversionResult: Hashable, Sendable {
  /// The outcome of the conversion.
  public let outcome: ConversionOutcome
  /// The IDs of the recorded events, for `Analytics.delivery(of:)`; empty unless the outcome is
  /// `recorded`.
  public let eventIDs: [EventID]

  init(_ outcome: ConversionOutcome, _ eventIDs: [EventID] = []) {
    self.outcome = outcome
    self.eventIDs = eventIDs
  }
}

/// The outcomes of a conversion.
///
/// The set is open: later versions may add outcomes.
public struct ConversionOutcome: RawRepresentable, Hashable, Sendable {
  /// The name of the outcome.
  public let rawValue: String

  /// Creates an outcome with this name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Events were recorded.
  public static let recorded = ConversionOutcome(rawValue: "recorded")
  /// The conversion is stored, and waits for a document with its goal, 30 days at most.
  ///
  /// `Ledger.waitingReports` counts it. It is recorded when the document is available, also in a
  /// later launch.
  public static let waitsForDocument = ConversionOutcome(rawValue: "waitsForDocument")
  /// The goal was reported for the visitor before, or such a conversion already waits for the
  /// document.
  public static let alreadyReported = ConversionOutcome(rawValue: "alreadyReported")
  /// The current document has no goal with this key; `Ledger.refused` counts it.
  public static let unknownGoal = ConversionOutcome(rawValue: "unknownGoal")
  /// The rules of the goal do not match `ruleData`.
  public static let rulesNotMet = ConversionOutcome(rawValue: "rulesNotMet")
  /// ``Experiments/setTrackingEnabled(_:)`` has disabled reports.
  public static let trackingDisabled = ConversionOutcome(rawValue: "trackingDisabled")
  /// A preview is active, during which nothing is recorded.
  public static let preview = ConversionOutcome(rawValue: "preview")
  /// The event was refused, for example without consent; `Ledger.refused` counts it by reason.
  public static let refused = ConversionOutcome(rawValue: "refused")
}
