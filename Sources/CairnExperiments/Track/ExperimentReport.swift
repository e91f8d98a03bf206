public import Cairn

/// An exposure or a conversion, decoded from an event, with all that a back end for experiments
/// needs.
///
/// Every destination receives the event as an ordinary "Experiment Viewed" or "Goal Completed"
/// event. A destination that measures experiments decodes this type.
public struct ExperimentReport: Hashable, Sendable {
  /// The subject of a report.
  public enum Subject: Hashable, Sendable {
    /// The visitor was shown a variation of an experience.
    case exposure(experienceID: String, variationID: String)
    /// The visitor reached a goal.
    ///
    /// `data` is the data of the conversion, which may be empty, and `bucketing` has the visitor's
    /// variation IDs by experience ID.
    case conversion(goalID: String, data: [GoalDataKey: Value], bucketing: [String: String])
  }

  /// The subject of the report.
  public let subject: Subject
  /// The ID of the visitor.
  public let visitorID: String
  /// The `accountID` of the document that decided.
  public let accountID: String
  /// The `projectID` of the document that decided.
  public let projectID: String
  /// The visitor's default segments.
  public let segments: [String: String]
  /// The IDs of the visitor's custom segments.
  public let customSegments: [String]
  /// A key for deduplication: equal only for reports that must be counted once.
  ///
  /// If the process is killed just after recording, the next launch reports the same again, as
  /// another event with this key.
  public let key: String

  /// Decodes an event; nil when it is not a report.
  ///
  /// A report is recognized by a member that only `Experiments` can write, whatever the event's
  /// name is. Reports of earlier versions are recognized by their names, and those that were
  /// imported from Convert's SDK by their context.
  public init?(_ event: DecodedEvent) {
    if let imported = ExperimentReport(imported: event) {
      self = imported
      return
    }
    guard event.kind == .track, let mark = Mark(event) else { return nil }
    let properties = Properties(event.properties)
    guard let subject = Subject(mark, properties), let visitorID = properties.text(.visitorID),
      let accountID = properties.text(.accountID), let projectID = properties.text(.projectID)
    else { return nil }
    self.subject = subject
    self.visitorID = visitorID
    self.accountID = accountID
    self.projectID = projectID
    segments = properties.texts(.segments)
    customSegments = properties.list(.customSegments)
    key = properties.text(.key) ?? event.id.description
  }

  /// Returns whether an event can be a report; cheaper than decoding it.
  public static func mayBe(_ event: StoredEvent) -> Bool {
    guard event.kind == .track else { return false }
    return marks.allSatisfy { event.json.holds($0) } || event.json.holds(importedMark)
  }

  private static let marks = [Property.projectID, .visitorID].map {
    Array("\"\($0.rawValue)\"".utf8)
  }
}

extension ExperimentReport.Mark {
  fileprivate init?(_ event: DecodedEvent) {
    switch (event.report, SDKEventName(rawValue: event.name)) {
    case (.string(let text)?, _): self.init(rawValue: text)
    case (nil, .experimentViewed?): self = .exposure
    case (nil, .goalCompleted?): self = .conversion
    default: return nil
    }
  }
}

extension ExperimentReport.Subject {
  fileprivate init?(_ mark: ExperimentReport.Mark, _ properties: ExperimentReport.Properties) {
    switch mark {
    case .exposure:
      guard let experience = properties.text(.experimentID),
        let variation = properties.text(.variationID)
      else { return nil }
      self = .exposure(experienceID: experience, variationID: variation)
    case .conversion:
      guard let goal = properties.text(.goalID) else { return nil }
      self = .conversion(
        goalID: goal, data: properties.goalData, bucketing: properties.texts(.bucketing))
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func holds(_ text: [UInt8]) -> Bool {
    guard let first = text.first else { return true }
    var rest = self
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: text) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
