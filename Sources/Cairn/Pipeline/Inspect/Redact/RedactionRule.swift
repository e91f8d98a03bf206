/// Something that must not be in what Cairn writes, and what stands there instead.
///
/// Rules are applied when an event is recorded, after the enrichers and before it is written: so what they take out is in
/// no file, is sent to no destination and is in no line of the log. See the article Privacy.
public struct RedactionRule: Sendable {
  enum Kind: Sendable {
    case keys([String], RedactionAction)
    case pattern(RedactionPattern, RedactionAction)
    case custom(@Sendable (inout Event) -> Void)
  }

  let kind: Kind

  /// Whether applying it is code of the app.
  var callsApp: Bool {
    switch kind {
    case .keys(_, let action), .pattern(_, let action): action.callsApp
    case .custom: true
    }
  }

  /// Redacts the values of these keys, in lower or upper case, at any depth of properties, traits and context.
  ///
  /// A key is compared as a whole: `mail` is not found in `email`. `userId`, `groupId` and `anonymousId` are also the
  /// event's own fields of these names, of which `userId` is redacted by `identify` already, before it is stored. An
  /// identifier is removed or transformed, and never replaced: one text for all would make one person of many. Of two
  /// rules for one key the first holds. A value with such a key is not searched for patterns any more.
  public static func keys(
    _ keys: String..., action: RedactionAction = .replace()
  ) -> RedactionRule {
    .keys(keys, action: action)
  }

  /// Redacts the values of these keys, as they may stand in a list.
  public static func keys(
    _ keys: [String], action: RedactionAction = .replace()
  ) -> RedactionRule {
    RedactionRule(kind: .keys(keys, action))
  }

  /// Redacts what looks like this in texts: in values at any depth of properties, traits and context, in the names of
  /// events and screens, and in the identifiers of users and groups.
  ///
  /// Keys are not searched, nor is the anonymous identifier, which is random. A user's identifier that matches is removed,
  /// or the part of it that matches is transformed. Several patterns are applied in order.
  public static func pattern(
    _ pattern: RedactionPattern, action: RedactionAction = .replace()
  ) -> RedactionRule {
    RedactionRule(kind: .pattern(pattern, action))
  }

  /// Whatever the other rules cannot say: changes the event in place.
  ///
  /// Closures come last, in order, and see what the other rules have left. They are called on the thread of every
  /// `track`, so they must be quick, and from several at once. They do not see the context that holds for the whole app,
  /// and do not change the user's identifier that `identify` stores.
  public static func custom(
    _ change: @escaping @Sendable (_ event: inout Event) -> Void
  ) -> RedactionRule {
    RedactionRule(kind: .custom(change))
  }
}
