/// The groups of the user, as destinations with group types need them.
extension DecodedEvent {
  /// Returns the groups of the user by their types.
  ///
  /// - Parameter type: The type of a group that was set without one.
  /// - Returns: The identifiers of the groups by their types; empty without groups.
  public func groups(untyped type: String) -> [String: String] {
    var groups: [String: String] = [:]
    groups[type] = context[UserGroups.untypedContextKey]?.stringValue
    if case .object(let typed)? = context[UserGroups.contextKey] {
      for (type, id) in typed { groups[type] = id.stringValue ?? groups[type] }
    }
    return groups
  }

  /// The type of the group that a `group` event is about; nil when the app gave none.
  public var groupType: String? { context[UserGroups.typeContextKey]?.stringValue }
}
