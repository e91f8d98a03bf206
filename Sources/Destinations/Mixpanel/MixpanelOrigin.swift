import Cairn

/// The parts of a record that Mixpanel's own SDK stored, and that reach Mixpanel as they were.
///
/// `CairnMigration` keeps them in the event's context, under `mixpanel`.
struct MixpanelOrigin {
  private static let libraryPrefix = "mixpanel-"
  private let own: [String: Value]
  private let event: DecodedEvent

  /// Returns nil for an event that another SDK recorded.
  init?(_ event: DecodedEvent) {
    let own = event.context["mixpanel"]?.objectValue
    let library = event.context("library", "name")?.stringValue ?? ""
    guard own != nil || library.hasPrefix(Self.libraryPrefix) else { return nil }
    self.own = own ?? [:]
    self.event = event
  }

  /// The operation on a profile and its operand; nil for an event, which has none.
  ///
  /// The traits of the event are the operand of `$set`; for `$unset` they are null.
  var operation: (name: String, operand: Value)? {
    guard let name = own["operation"]?.stringValue else { return nil }
    switch name {
    case "$set": return (name, .object(event.properties))
    case "$unset": return (name, .array(event.properties.keys.sorted().map(Value.string)))
    default: return own["value"].map { (name, $0) }
    }
  }

  /// The fields that Cairn's own events do not have, or not with the same value.
  var fields: [String: Value] {
    var fields: [String: Value] = [:]
    let library = event.context("library", "name")?.stringValue
    if let library, library.hasPrefix(Self.libraryPrefix) {
      fields["mp_lib"] = .string(String(library.dropFirst(Self.libraryPrefix.count)))
    }
    fields["$carrier"] = event.context("network", "carrier")
    return fields
  }
}
