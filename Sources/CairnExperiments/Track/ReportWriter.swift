import Cairn

/// Makes the drafts of a visitor's reports.
struct ReportWriter {
  let document: ExperimentDocument
  /// The visitor's ID for reports, redacted if rules apply.
  let visitorID: String
  let state: VisitorState
  /// The conversion before the document was available; nil for a report of now.
  var waiting: WaitingReport?
  /// The identifiers of the user if it is the anonymous visitor; nil for another visitor.
  var identity: Recorder.IdentitySnapshot?

  /// Returns the draft of an exposure; `change` is the number of variations that were reported
  /// before.
  func exposure(_ variation: Variation, change: Int) -> ReportTransaction.Draft {
    let key = ReportKey.exposure(variation, change: change, to: visitorID)
    var properties = common
    properties[.experimentID] = .string(variation.experienceID)
    properties[.experimentKey] = .string(variation.experienceKey)
    properties[.variationID] = .string(variation.id)
    properties[.variationKey] = .string(variation.key)
    return draft(.exposure, properties, key)
  }

  /// Returns the draft of a conversion.
  func conversion(_ goal: Goal) -> ReportTransaction.Draft {
    draft(.conversion, common(goal), ReportKey.conversion(goal.id, by: visitorID))
  }

  /// Returns the draft of a conversion's data.
  ///
  /// Without a transaction ID, only the first and one that waited have a key, because each forced
  /// report counts.
  func details(_ data: [GoalDataKey: Value], of goal: Goal, isFirst: Bool)
    -> ReportTransaction.Draft
  {
    var properties = common(goal)
    let members = data.map { ($0.key.rawValue, $0.value) }
    properties[.goalData] = .object(Dictionary(members, uniquingKeysWith: { $1 }))
    if waiting?.conversion.hasOwnTransaction ?? true, let id = data[.transactionID]?.transaction {
      return draft(.conversion, properties, ReportKey.transaction(id, goal.id, by: visitorID))
    }
    if let waiting = waiting?.conversion, waiting.isForced {
      // It is reported again if the process is killed before its file is removed, and is not the
      // first any more then.
      return draft(.conversion, properties, ReportKey.waiting(waiting.id, by: visitorID))
    }
    return draft(
      .conversion, properties, isFirst ? ReportKey.details(goal.id, by: visitorID) : nil)
  }

  private func draft(
    _ mark: ExperimentReport.Mark, _ properties: ExperimentReport.Properties, _ key: String?
  ) -> ReportTransaction.Draft {
    var properties = properties
    properties[.key] = key.map(Value.string)
    let report = SDKReport(
      mark.rawValue, mark.name, properties.all, names: ExperimentReport.Property.names,
      settled: waiting == nil
        ? ExperimentReport.Property.identifiers : ExperimentReport.Property.settledOnce)
    return ReportTransaction.Draft(
      key: key ?? "", isForced: key == nil, report: report, waiting: waiting,
      identity: identity)
  }

  private func common(_ goal: Goal) -> ExperimentReport.Properties {
    var properties = common
    properties[.goalID] = .string(goal.id)
    properties[.goalKey] = .string(goal.key)
    if waiting == nil { properties.addBucketing(of: state) }
    return properties
  }

  private var common: ExperimentReport.Properties {
    var properties = ExperimentReport.Properties()
    if let waiting {
      // What was known of the visitor at that time.
      for property in ExperimentReport.Property.ofVisitor {
        properties[property] = waiting.property(property)
      }
    } else {
      properties.addSegments(of: state)
    }
    properties[.visitorID] = .string(visitorID)
    properties[.accountID] = .string(document.accountID)
    properties[.projectID] = .string(document.projectID)
    properties[.revision] = .string(document.revision)
    return properties
  }
}

extension ExperimentReport.Properties {
  mutating func addBucketing(of state: VisitorState) {
    if !state.bucketing.isEmpty { self[.bucketing] = .object(Self.texts(state.bucketing)) }
  }

  mutating func addSegments(of state: VisitorState) {
    if !state.segments.isEmpty { self[.segments] = .object(Self.texts(state.segments)) }
    if !state.customSegments.isEmpty {
      self[.customSegments] = .array(state.customSegments.map(Value.string))
    }
  }

  private static func texts(_ values: [CodeUnitKey: String]) -> [String: Value] {
    Dictionary(values.map { ($0.key.text, .string($0.value)) }) { first, _ in first }
  }
}

extension Value {
  /// The transaction ID, from text or a number; nil for other values.
  fileprivate var transaction: String? {
    switch self {
    case .string, .int, .double: referenceText
    default: nil
    }
  }
}
