import Cairn
import CairnExperiments

/// What is sent of one event, and where it belongs in a body.
struct ConvertItem: Equatable {
  let account: String
  let project: String
  let visitor: String
  /// Empty when none are known.
  let segments: [String: Value]
  /// Of what must be counted once.
  let key: String
  let event: Value

  init(_ report: ExperimentReport) {
    account = report.accountID
    project = report.projectID
    visitor = report.visitorID
    key = report.key
    var segments = report.segments.mapValues(Value.string)
    if !report.customSegments.isEmpty {
      segments["customSegments"] = .array(report.customSegments.map(Value.string))
    }
    self.segments = segments
    event = report.subject.convertEvent
  }

  /// As it is sealed.
  var value: Value {
    [
      "account": .string(account), "project": .string(project), "visitor": .string(visitor),
      "segments": .object(segments), "key": .string(key), "event": event,
    ]
  }

  /// Nil when it is no item.
  init?(_ json: [UInt8]) {
    guard case .object(let members)? = Value(json: json),
      case (.string(let account)?, .string(let project)?) = (members["account"], members["project"]),
      case (.string(let visitor)?, .string(let key)?) = (members["visitor"], members["key"]),
      case .object(let segments)? = members["segments"], let event = members["event"]
    else { return nil }
    self.account = account
    self.project = project
    self.visitor = visitor
    self.segments = segments
    self.key = key
    self.event = event
  }
}

extension ExperimentReport.Subject {
  /// As the service takes it: without a time and without an identifier.
  fileprivate var convertEvent: Value {
    switch self {
    case .exposure(let experience, let variation):
      return [
        "eventType": "bucketing",
        "data": ["experienceId": .string(experience), "variationId": .string(variation)],
      ]
    case .conversion(let goal, let data, let bucketing):
      var members: [String: Value] = ["goalId": .string(goal)]
      let entries = GoalDataKey.allCases.compactMap { key -> Value? in
        data[key].map { ["key": .string(key.rawValue), "value": $0] }
      }
      if !entries.isEmpty { members["goalData"] = .array(entries) }
      if !bucketing.isEmpty {
        members["bucketingData"] = .object(bucketing.mapValues(Value.string))
      }
      return ["eventType": "conversion", "data": .object(members)]
    }
  }
}
