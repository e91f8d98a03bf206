import Cairn

/// A conversion that waits for a document with its goal.
struct WaitingConversion: Equatable, Sendable {
  /// The number that identifies the conversion and names its file.
  let id: UInt64
  /// The key of the goal.
  let goal: String
  /// The name under which the visitor is stored.
  let visitor: String
  /// The visitor's ID for reports.
  let told: String
  /// Whether the visitor is the installation, which a reset replaces.
  let isAnonymous: Bool
  let isForced: Bool
  /// The hash of the name of the document's source.
  let source: String
  /// Whether the redaction rules have left the ID of the transaction as it was.
  let hasOwnTransaction: Bool
  /// The data for the goal's rules, after redaction; nil for none.
  let ruleData: [String: Value]?
  /// The event of the conversion, without what only a document can tell.
  let report: UnfinishedReport

  var time: WallTime { WallTime(milliseconds: report.milliseconds) }

  /// The data of the conversion, after redaction.
  var data: [GoalDataKey: Value] { ExperimentReport.Properties(report.properties).goalData }

  /// Returns whether another conversion has nothing to report once this one is reported.
  func covers(_ other: WaitingConversion) -> Bool {
    !other.isForced && goal.isIdentical(to: other.goal) && visitor.isIdentical(to: other.visitor)
      && source == other.source && (ruleData == nil || ruleData == other.ruleData)
  }
}

/// The stored form: an object in JSON.
extension WaitingConversion {
  var json: [UInt8] {
    var members: [String: Value] = [
      "goal": .string(goal), "visitor": .string(visitor), "told": .string(told),
      "isAnonymous": .bool(isAnonymous), "isForced": .bool(isForced), "report": report.object,
      "source": .string(source), "hasOwnTransaction": .bool(hasOwnTransaction),
    ]
    members["ruleData"] = ruleData.map(Value.object)
    return Value.object(members).json
  }

  /// Decodes a conversion; nil when the text is not one.
  init?(_ id: UInt64, json: [UInt8]) {
    guard let object = Value(json: json), let goal = object["goal"]?.stringValue,
      let visitor = object["visitor"]?.stringValue, let told = object["told"]?.stringValue,
      let report = object["report"].flatMap(UnfinishedReport.init)
    else { return nil }
    self.id = id
    self.goal = goal
    self.visitor = visitor
    self.told = told
    self.report = report
    isAnonymous = object["isAnonymous"] == .bool(true)
    isForced = object["isForced"] == .bool(true)
    source = object["source"]?.stringValue ?? ""
    hasOwnTransaction = object["hasOwnTransaction"] == .bool(true)
    ruleData = object["ruleData"]?.objectValue
  }
}
