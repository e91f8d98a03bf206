import Cairn

/// Makes the properties of the events that report what a visitor does.
struct ReportWriter {
  static let exposureName = OwnEvent.experimentViewed.rawValue
  static let conversionName = OwnEvent.goalCompleted.rawValue

  let document: ExperimentDocument
  let visitorID: String
  let state: VisitorState

  /// That the visitor is shown the variation; `change` counts those that were shown before it.
  func exposure(_ variation: Variation, change: Int) -> [String: Value] {
    var properties = common
    properties[.experimentID] = .string(variation.experienceID)
    properties[.experimentKey] = .string(variation.experienceKey)
    properties[.variationID] = .string(variation.id)
    properties[.variationKey] = .string(variation.key)
    properties[.key] = .string(ReportKey.exposure(variation, change: change, to: visitorID))
    return properties.all
  }

  /// That the visitor reached the goal.
  func conversion(_ goal: Goal) -> [String: Value] {
    var properties = common(goal)
    properties[.key] = .string(ReportKey.conversion(goal.id, by: visitorID))
    return properties.all
  }

  /// What is known of it.
  ///
  /// Without a transaction the first has a key alone: each of those that are forced counts.
  func details(_ data: [GoalDataKey: Value], of goal: Goal, isFirst: Bool) -> [String: Value] {
    var properties = common(goal)
    let members = data.map { ($0.key.rawValue, $0.value) }
    properties[.goalData] = .object(Dictionary(members, uniquingKeysWith: { $1 }))
    if let id = data[.transactionID]?.transaction {
      properties[.key] = .string(ReportKey.transaction(id, goal.id, by: visitorID))
    } else if isFirst {
      properties[.key] = .string(ReportKey.details(goal.id, by: visitorID))
    }
    return properties.all
  }

  private func common(_ goal: Goal) -> ExperimentReport.Properties {
    var properties = common
    properties[.goalID] = .string(goal.id)
    properties[.goalKey] = .string(goal.key)
    if !state.bucketing.isEmpty { properties[.bucketing] = .object(texts(state.bucketing)) }
    return properties
  }

  private var common: ExperimentReport.Properties {
    var properties = ExperimentReport.Properties()
    properties[.visitorID] = .string(visitorID)
    properties[.accountID] = .string(document.accountID)
    properties[.projectID] = .string(document.projectID)
    properties[.revision] = .string(document.revision)
    if !state.segments.isEmpty { properties[.segments] = .object(texts(state.segments)) }
    if !state.customSegments.isEmpty {
      properties[.customSegments] = .array(state.customSegments.map(Value.string))
    }
    return properties
  }

  private func texts(_ values: [String: String]) -> [String: Value] {
    values.mapValues(Value.string)
  }
}

extension Value {
  /// An identifier, be it text or a number; nil for anything else.
  fileprivate var transaction: String? {
    switch self {
    case .string, .int, .double: referenceText
    default: nil
    }
  }
}
