import Cairn
import CairnExperiments

/// The part of a body that is sent for one event, and its position in the body.
struct ConvertItem: Equatable {
  let account: String
  let project: String
  let visitor: String
  /// The segments of the visitor; empty if none are known.
  let segments: [String: Value]
  /// The key of the report, on which repeats are detected.
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

  /// The item as a `Value`, for the sealed body.
  var value: Value {
    [
      "account": .string(account), "project": .string(project), "visitor": .string(visitor),
      "segments": .object(segments), "key": .string(key), "event": event,
    ]
  }

  /// Decodes a sealed item; nil if it is not valid.
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
  /// The event in the service's format, without a time and without an ID.
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
