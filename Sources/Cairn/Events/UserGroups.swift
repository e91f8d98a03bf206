/// The groups of a user: at most one of each type, and one without a type.
package struct UserGroups: Equatable, Sendable {
  /// The members of an event's context.
  package static let contextKey = "groups"
  package static let untypedContextKey = "groupId"
  /// The member of the context of a `group` event with the type of its group.
  package static let typeContextKey = "groupType"

  private var typed: [String: String] = [:]
  private var untyped: String?
  /// Whether redaction rules were applied to the identifiers.
  package var isRedacted = false

  package init() {}

  package var isEmpty: Bool { typed.isEmpty && untyped == nil }

  /// The identifier of the group of this type; nil is a group without a type.
  package subscript(type: String?) -> String? {
    get { if let type { typed[type] } else { untyped } }
    set { if let type { typed[type] = newValue } else { untyped = newValue } }
  }

  /// All groups by their types; the group without a type has the empty text.
  package var all: [String: String] {
    var all = typed
    all[""] = untyped
    return all
  }

  /// Returns these groups, and those of `others` of other types.
  package func merged(over others: UserGroups) -> UserGroups {
    var merged = self
    merged.typed = others.typed
    for (type, id) in typed { merged.typed[type] = id }
    merged.untyped = untyped ?? others.untyped
    return merged
  }

  /// The members of an event's context: `groups`, and `groupId` as in the Segment specification.
  package var context: [String: Value] {
    var context: [String: Value] = [:]
    if !typed.isEmpty {
      var members: [String: Value] = [:]
      for (type, id) in typed { members[type] = .string(id) }
      context[Self.contextKey] = .object(members)
    }
    context[Self.untypedContextKey] = untyped.map(Value.string)
    return context
  }
}

/// Conversion to and from the stored value: the context's members, and whether they are redacted.
extension UserGroups {
  private static let redactedKey = "redacted"

  var stored: Value {
    var members = context
    if isRedacted { members[Self.redactedKey] = true }
    return .object(members)
  }

  init(stored: Value?) {
    guard case .object(let members)? = stored else { return }
    isRedacted = members[Self.redactedKey] == true
    untyped = members[Self.untypedContextKey]?.stringValue
    guard case .object(let groups)? = members[Self.contextKey] else { return }
    for (type, id) in groups { typed[type] = id.stringValue }
  }
}
