/// Accessors for the parts of an event's context that most servers need.
extension DecodedEvent {
  /// Returns a member of an object of the context, such as the `version` of the `app`; nil when
  /// there is none.
  public func context(_ object: String, _ member: String) -> Value? { context[object]?[member] }

  /// The identifier of the session, whose `milliseconds` are the time at which the session began;
  /// nil without sessions.
  public var session: EventID? { context("session", "id")?.stringValue.flatMap(EventID.init) }

  /// The campaign by the names of a link's parameters: `utm_source` and the like, and the click
  /// identifiers of advertisers.
  ///
  /// Empty when there is no campaign.
  public var linkParameters: [String: Value] {
    let names = [
      "name": "utm_campaign", "source": "utm_source", "medium": "utm_medium", "term": "utm_term",
      "content": "utm_content", "id": "utm_id",
    ]
    let members = context["campaign"]?.objectValue ?? [:]
    return Dictionary(
      members.map { (names[$0.key] ?? $0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}

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
