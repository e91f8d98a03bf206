public import Cairn

/// That a visitor was shown a variation, or reached a goal: all that a back end for experiments needs, from the event alone.
///
/// Every destination takes the event as an ordinary one, "Experiment Viewed" or "Goal Completed"; one that measures
/// experiments reads this.
public struct ExperimentReport: Hashable, Sendable {
  /// What is reported.
  public enum Subject: Hashable, Sendable {
    /// The visitor was shown this variation of this experience.
    case exposure(experienceID: String, variationID: String)
    /// The visitor reached this goal, having been shown these variations, by experience id; with what is known of it, if
    /// anything.
    case conversion(goalID: String, data: [GoalDataKey: Value], bucketing: [String: String])
  }

  /// What is reported.
  public let subject: Subject
  /// Who it is about.
  public let visitorID: String
  /// The account of the document that it follows from.
  public let accountID: String
  /// The project of that document.
  public let projectID: String
  /// The default segments that the visitor was in.
  public let segments: [String: String]
  /// The ids of the other segments that the visitor was in.
  public let customSegments: [String]
  /// Equal for what must be counted once, and for nothing else.
  ///
  /// A kill right behind the event makes the next launch report the same again, as another event with this key.
  public let key: String

  /// Reads an event; nil when it reports nothing of the kind.
  ///
  /// It is known by a member that `Experiments` alone can write, whatever the event's name. What an earlier version has
  /// recorded is known by its name.
  public init?(_ event: DecodedEvent) {
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

  /// Whether an event may be one, which costs less than to read it.
  public static func mayBe(_ event: StoredEvent) -> Bool {
    event.kind == .track && marks.allSatisfy { event.json.holds($0) }
  }

  private static let marks = [Property.projectID, .visitorID].map {
    Array("\"\($0.rawValue)\"".utf8)
  }
}

extension ExperimentReport.Mark {
  fileprivate init?(_ event: DecodedEvent) {
    switch (event.report, OwnEvent(rawValue: event.name)) {
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
