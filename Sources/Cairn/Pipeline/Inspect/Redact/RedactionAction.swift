/// What a redaction rule does with what it finds.
///
/// `CairnPrivacy` adds `hash(salt:)`.
public struct RedactionAction: Sendable {
  enum Kind: Sendable {
    case remove
    case replace(String)
    case transform(@Sendable (String) -> String?)
  }

  let kind: Kind

  var callsApp: Bool { if case .transform = kind { true } else { false } }

  /// Takes it out: the member with its key, or the part of the text that matches.
  public static let remove = RedactionAction(kind: .remove)

  /// Puts a text in its place, `[redacted]` by default.
  public static func replace(with text: String = RedactionAction.mark) -> RedactionAction {
    RedactionAction(kind: .replace(text))
  }

  /// Puts in its place what the closure makes of it; nil takes it out.
  ///
  /// The closure gets the text, or the text of a number or a date; of a list or an object each value in it. It is called
  /// on the thread of every `track` that has something to redact, so it must be quick, and from several at once. It must
  /// make the same of the same text whenever it is called.
  public static func transform(
    _ change: @escaping @Sendable (_ text: String) -> String?
  ) -> RedactionAction {
    RedactionAction(kind: .transform(change))
  }

  /// What stands where something was replaced: `[redacted]`.
  public static let mark = "[redacted]"

  /// What stands in the place of a text; nil when nothing does.
  func result(for text: String) -> String? {
    switch kind {
    case .remove: nil
    case .replace(let other): other
    case .transform(let change): change(text)
    }
  }

  /// The same for an identifier: one text for all of them would make one person of many, so there is none.
  func identifier(for text: String) -> String? {
    guard case .transform(let change) = kind else { return nil }
    return change(text)
  }
}
