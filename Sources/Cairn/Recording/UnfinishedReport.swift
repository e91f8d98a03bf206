/// A report's event as the app's closures and the redaction rules left it, which a product stores
/// until it can complete the report.
package struct UnfinishedReport: Equatable, Sendable {
  package var name: String
  package var properties: [String: Value]
  package var context: [String: Value]
  package var userID: String?
  package var anonymousID: String
  /// The wall-clock time of the call, in milliseconds since 1970.
  package var milliseconds: Int64

  /// Creates it from a report that was prepared and is not written, and the super properties
  /// and groups.
  package init(_ prepared: Recorder.PreparedReport, registered: SuperPropertyValues) {
    let event = prepared.event
    let reserved = event.report?.names ?? []
    name = event.name
    properties = event.properties.merging(
      registered.hasProperties ? registered.values.filter { !reserved.contains($0.key) } : [:]
    ) { own, _ in own }
    context = event.context.merging(registered.groups.context) { own, _ in own }
    userID = event.userID
    anonymousID = event.anonymousID
    milliseconds = event.milliseconds
  }

  /// Returns the event of the complete report: of this event, the report's own members are
  /// replaced.
  ///
  /// The redaction rules are applied to the members that are not settled.
  func completed(with report: SDKReport, _ redactor: Redactor) -> Event {
    var event = Event(report, identity: Identity(anonymousID: ""), milliseconds: milliseconds)
    let settled = report.properties.filter { report.settled.contains($0.key) }
    let others = report.properties.filter { !report.settled.contains($0.key) }
    event.properties = properties.filter { !report.names.contains($0.key) }
    event.properties.merge(redactor.redacted(others)) { $1 }
    event.properties.merge(settled) { $1 }
    event.name = name
    event.context = context
    event.userID = userID
    event.anonymousID = anonymousID
    return event
  }
}

extension UnfinishedReport {
  /// The report as an object, for storage.
  package var object: Value {
    var members: [String: Value] = [
      "name": .string(name), "properties": .object(properties), "context": .object(context),
      "anonymousId": .string(anonymousID), "time": .int(Int(clamping: milliseconds)),
    ]
    members["userId"] = userID.map(Value.string)
    return .object(members)
  }

  /// Creates a report from a stored object; nil when the object is not one.
  package init?(_ object: Value) {
    guard let name = object["name"]?.stringValue, let time = object["time"]?.intValue,
      let anonymousID = object["anonymousId"]?.stringValue,
      let properties = object["properties"]?.objectValue,
      let context = object["context"]?.objectValue
    else { return nil }
    self.name = name
    self.properties = properties
    self.context = context
    self.anonymousID = anonymousID
    userID = object["userId"]?.stringValue
    milliseconds = Int64(time)
  }
}
