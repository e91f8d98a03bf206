/// A report of one of the SDK's own products, which a destination reads back: what it says is the product's alone.
///
/// Its event bears the member `report`, which no call of `track` can produce. Super properties and enrichers add properties
/// to it as to any other event, under other names than its own; they change, remove and rename nothing of it. The rules of
/// redaction hold for it.
package final class OwnReport: Sendable {
  /// What the member says.
  package let mark: String
  package let name: OwnEvent
  package let properties: [String: Value]
  /// Every name that a report of the product may have, whether or not this one has it.
  package let names: Set<String>
  /// Those of identifiers to which the rules of redaction were applied before.
  package let settled: Set<String>

  package init(
    _ mark: String, _ name: OwnEvent, _ properties: [String: Value], names: Set<String>,
    settled: Set<String>
  ) {
    self.mark = mark
    self.name = name
    self.properties = properties
    self.names = names
    self.settled = settled
  }

  /// Puts back what somebody else has changed of it.
  func restore(in event: inout Event) {
    event.name = name.rawValue
    for name in names { event.properties[name] = properties[name] }
  }

  /// Puts back what was redacted before.
  ///
  /// An identifier that was hashed may look like what a pattern finds.
  func restoreSettled(in event: inout Event) {
    for name in settled { event.properties[name] = properties[name] }
  }
}

extension OwnEvent {
  /// Whether an event of this name was a report to earlier versions, which had no mark.
  ///
  /// Asked of every event: the length decides nearly always.
  @inline(__always)
  static func wasReport(_ name: String) -> Bool {
    switch name.utf8.count {
    case 14: name == goalCompleted.rawValue
    case 17: name == experimentViewed.rawValue
    default: false
    }
  }
}
