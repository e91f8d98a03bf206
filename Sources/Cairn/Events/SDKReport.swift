/// A report of one of the SDK's own products, which a destination reads back; only the product
/// determines its content.
///
/// Its event has the member `report`, which no call of `track` can produce. Super properties and
/// enrichers can add properties to the event under names that the report does not use. They cannot
/// change, remove or rename what belongs to the report. The redaction rules apply to it.
package final class SDKReport: Sendable {
  /// The value of the `report` member.
  package let mark: String
  package let name: SDKEventName
  package let properties: [String: Value]
  /// All names that a report of the product can have, whether or not this report has them.
  package let names: Set<String>
  /// The names of the identifiers to which the redaction rules were already applied.
  package let settled: Set<String>

  package init(
    _ mark: String, _ name: SDKEventName, _ properties: [String: Value], names: Set<String>,
    settled: Set<String>
  ) {
    self.mark = mark
    self.name = name
    self.properties = properties
    self.names = names
    self.settled = settled
  }

  /// Restores the members that an enricher changed.
  func restore(in event: inout Event) {
    event.name = name.rawValue
    for name in names { event.properties[name] = properties[name] }
  }

  /// Restores the identifiers that were redacted before.
  ///
  /// A hashed identifier may match a redaction pattern.
  func restoreSettled(in event: inout Event) {
    for name in settled { event.properties[name] = properties[name] }
  }
}

extension SDKEventName {
  /// Returns whether earlier versions, which wrote no mark, recorded a report under this name.
  ///
  /// It is called for every event. The length decides in nearly all cases.
  @inline(__always)
  static func wasReport(_ name: String) -> Bool {
    switch name.utf8.count {
    case 14: name == goalCompleted.rawValue
    case 17: name == experimentViewed.rawValue
    default: false
    }
  }
}

/// The names of the events that the SDK itself records, so that they can be told apart from an
/// app's events.
package enum SDKEventName: String, CaseIterable, Sendable {
  case applicationBackgrounded = "Application Backgrounded"
  case applicationInstalled = "Application Installed"
  case applicationOpened = "Application Opened"
  case applicationUpdated = "Application Updated"
  case deepLinkOpened = "Deep Link Opened"
  case experimentViewed = "Experiment Viewed"
  case goalCompleted = "Goal Completed"
  case lossReport = "Cairn Loss Report"
  case sessionEnded = "Session Ended"
  case sessionStarted = "Session Started"
}
