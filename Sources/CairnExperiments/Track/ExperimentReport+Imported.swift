import Cairn

extension ExperimentReport {
  /// The name that Convert's SDK has as the library of its events, as text of JSON.
  static let importedMark = Array(#""convert-ios-sdk""#.utf8)

  /// Decodes an event that was imported from Convert's SDK; nil for any other event.
  ///
  /// Such an event has the identifiers of the account and the project in its context.
  init?(imported event: DecodedEvent) {
    guard event.context("library", "name") == "convert-ios-sdk",
      case .object(let own)? = event.context["convert"],
      let account = own["accountId"]?.identifier, let project = own["projectId"]?.identifier,
      let subject = Subject(imported: event)
    else { return nil }
    self.subject = subject
    visitorID = event.anonymousID
    accountID = account
    projectID = project
    let segments = own["segments"]?.objectValue ?? [:]
    self.segments = segments.compactMapValues(\.stringValue)
    customSegments = (segments["customSegments"]?.arrayValue ?? []).compactMap(\.identifier)
    key = event.messageID
  }
}

extension ExperimentReport.Subject {
  fileprivate init?(imported event: DecodedEvent) {
    let properties = event.properties
    if let experience = properties["experimentId"]?.identifier,
      let variation = properties["variationId"]?.identifier
    {
      self = .exposure(experienceID: experience, variationID: variation)
    } else if let goal = properties["goalId"]?.identifier {
      let data = (properties["goalData"]?.objectValue ?? [:]).compactMap { name, value in
        GoalDataKey(rawValue: name).map { ($0, value) }
      }
      let bucketing = properties["bucketing"]?.objectValue ?? [:]
      self = .conversion(
        goalID: goal, data: Dictionary(data) { first, _ in first },
        bucketing: bucketing.compactMapValues(\.identifier))
    } else {
      return nil
    }
  }
}

extension Value {
  /// The text of an identifier, which may also be a number.
  fileprivate var identifier: String? { stringValue ?? intValue.map(String.init) }
}
