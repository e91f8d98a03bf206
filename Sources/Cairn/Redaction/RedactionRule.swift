/// A rule for data that Cairn must not write, and for its replacement.
///
/// Rules are applied when an event is recorded, after the enrichers and before the event is
/// written. The data that they remove is in no file, is sent to no destination and appears in no
/// log line. See the article Privacy.
public struct RedactionRule: Sendable {
  enum Kind: Sendable {
    case keys([String], RedactionAction)
    case pattern(RedactionPattern, RedactionAction)
    case custom(@Sendable (inout Event) -> Void)
  }

  let kind: Kind

  /// Whether applying the rule calls code of the app.
  var callsApp: Bool {
    switch kind {
    case .keys(_, let action), .pattern(_, let action): action.callsApp
    case .custom: true
    }
  }

  /// Redacts the values of these keys, in lower or upper case, at any depth of properties, traits
  /// and context.
  ///
  /// A key is compared as a whole: `mail` does not match `email`. `userId`, `groupId` and
  /// `anonymousId` also match the event's own fields of these names; `identify` redacts `userId`
  /// before it is stored. `groups` and the type of a group match the identifier of the group, also
  /// in the event of `group` itself. An identifier is removed or transformed but never replaced,
  /// because a fixed text would merge all users into one. Of two rules for one key the first
  /// applies. The value of a matching key is not searched for patterns.
  public static func keys(
    _ keys: String..., action: RedactionAction = .replace()
  ) -> RedactionRule {
    .keys(keys, action: action)
  }

  /// Redacts the values of these keys, given as an array.
  public static func keys(
    _ keys: [String], action: RedactionAction = .replace()
  ) -> RedactionRule {
    RedactionRule(kind: .keys(keys, action))
  }

  /// Redacts matches of a pattern in texts: values at any depth of properties, traits and context,
  /// the names of events and screens, and the identifiers of users and groups.
  ///
  /// Keys are not searched, nor is the anonymous identifier, which is random. In a user identifier,
  /// the matching part is transformed; with any other action the whole identifier is removed.
  /// Several patterns are applied in order.
  public static func pattern(
    _ pattern: RedactionPattern, action: RedactionAction = .replace()
  ) -> RedactionRule {
    RedactionRule(kind: .pattern(pattern, action))
  }

  /// Changes the event in place, for redactions that the other rules cannot express.
  ///
  /// Closures run last, in order, and see the result of the other rules. They are called on the
  /// thread of every `track`, so they must be fast, and they may be called from several threads at
  /// the same time. They do not see the context of the whole app, and cannot change the user
  /// identifier that `identify` stores.
  public static func custom(
    _ change: @escaping @Sendable (_ event: inout Event) -> Void
  ) -> RedactionRule {
    RedactionRule(kind: .custom(change))
  }
}
