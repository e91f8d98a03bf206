/// The groups that the user belongs to, such as a company and a team.
extension Analytics {
  /// Records that the user belongs to a group, and adds the group to the context of this event and
  /// all later ones, across launches, until `leaveGroup(type:)` or `reset()`.
  ///
  /// ```swift
  /// analytics.group("acme", type: "company", traits: ["plan": "enterprise"])
  /// analytics.track("Report Opened")   // context.groups: {"company": "acme"}
  /// ```
  ///
  /// A user belongs to at most one group of each type. The group of a type is in `context.groups`;
  /// the group without a type is `context.groupId`, as in Segment's specification. Amplitude,
  /// Mixpanel and PostHog receive each with its type. When the call returns, the change survives a
  /// crash or a kill of the process. It can be made from any thread.
  ///
  /// - Parameters:
  ///   - groupID: The group's identifier. Must not be empty, and may be as long as that of a user.
  ///   - type: The type of the group, such as `company`; nil by default. The destinations that know
  ///     types use the one that they are configured with then.
  ///   - traits: Traits of the group, such as `["plan": "enterprise"]`.
  /// - Returns: The event's identifier, as `track` does. When the event is refused because of its
  ///   content, or because the groups and the super properties exceed their limit with it
  ///   (``SuperProperties``), the user's groups are unchanged. A group whose identifier is changed
  ///   by `Configuration.beforeRecord` or a redaction rule is stored as changed.
  @discardableResult
  public func group(
    _ groupID: String, type: String? = nil, traits: [String: Value] = [:]
  ) -> EventID? {
    if let recorder { return recorder.group(groupID, type: type, traits).id }
    return opening?.group(groupID, type: type, traits)
  }

  /// Removes the group of this type from the context of later events; records nothing.
  ///
  /// - Parameter type: The type of the group; nil, the default, for the group without a type.
  public func leaveGroup(type: String? = nil) {
    engine?.recorder.leaveGroup(type: type)
  }

  /// The groups of the user by their types; the group without a type has the empty text.
  public var groups: [String: String] { engine?.recorder.groups.all ?? [:] }
}
