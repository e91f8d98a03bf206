/// The groups of a user: at most one of each type, and one without a type.
package struct UserGroups: Equatable, Sendable {
  /// The members of an event's context.
  package static let contextKey = "groups"
  package static let untypedContextKey = "groupId"
  /// The member of the context of a `group` event with the type of its group.
  package static let typeContextKey = "groupType"

  private var typed: [String: String] = [:]
  private var untyped: String?
  /// The types of the groups to whose identifiers redaction rules were applied; the group without
  /// a type has the empty text.
  private var redacted: [String] = []

  package init() {}

  package var isEmpty: Bool { typed.isEmpty && untyped == nil }

  /// The identifier of the group of this type; nil is a group without a type.
  package subscript(type: String?) -> String? { if let type { typed[type] } else { untyped } }

  /// Sets the identifier of the group of this type, or removes it.
  @inline(never)
  mutating func set(_ id: String?, type: String?, isRedacted: Bool) {
    if let type { typed[type] = id } else { untyped = id }
    redacted.removeAll { $0 == type ?? "" }
    if isRedacted, id != nil { redacted.append(type ?? "") }
  }

  /// Whether redaction rules were applied to the group of this type; the empty text is a group
  /// without one.
  func isRedacted(_ type: String) -> Bool { redacted.contains(type) }

  /// All groups by their types; the group without a type has the empty text.
  package var all: [String: String] {
    var all = typed
    all[""] = untyped
    return all
  }

  /// Returns these groups, and those of `others` of other types.
  package func merged(over others: UserGroups) -> UserGroups {
    var merged = others
    for (type, id) in all {
      merged.set(id, type: type.isEmpty ? nil : type, isRedacted: isRedacted(type))
    }
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

/// Conversion to and from the stored value: the context's members, and which of them are redacted:
/// `true` for all, or an array of types.
extension UserGroups {
  private static let redactedKey = "redacted"

  var stored: Value {
    var members = context
    if !redacted.isEmpty {
      members[Self.redactedKey] =
        redacted.count == all.count ? true : .array(redacted.map(Value.string))
    }
    return .object(members)
  }

  init(stored: Value?) {
    guard case .object(let members)? = stored else { return }
    untyped = members[Self.untypedContextKey]?.stringValue
    if case .object(let groups)? = members[Self.contextKey] {
      for (type, id) in groups { typed[type] = id.stringValue }
    }
    switch members[Self.redactedKey] {
    case true: redacted = Array(all.keys)
    case .array(let types)?: redacted = types.compactMap(\.stringValue)
    default: break
    }
  }
}
