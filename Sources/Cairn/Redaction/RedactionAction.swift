/// The action of a redaction rule for the data that it matches.
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

  /// Removes the data: the member with its key, or the matching part of the text.
  public static let remove = RedactionAction(kind: .remove)

  /// Replaces the data with a text, `[redacted]` by default.
  public static func replace(with text: String = RedactionAction.mark) -> RedactionAction {
    RedactionAction(kind: .replace(text))
  }

  /// Replaces the data with the result of the closure; nil removes it.
  ///
  /// The closure receives the text, or the text of a number or a date. For an array or an object it
  /// is called for each value in it. It is called on the thread of every `track` that has something
  /// to redact, so it must be fast, and it may be called from several threads at the same time. It
  /// must return the same result for the same text in every call.
  public static func transform(
    _ change: @escaping @Sendable (_ text: String) -> String?
  ) -> RedactionAction {
    RedactionAction(kind: .transform(change))
  }

  /// The text that replaces redacted data by default: `[redacted]`.
  public static let mark = "[redacted]"

  /// Returns the redacted text; nil when the text is removed.
  func result(for text: String) -> String? {
    switch kind {
    case .remove: nil
    case .replace(let other): other
    case .transform(let change): change(text)
    }
  }

  /// Returns the redacted identifier; nil when it is removed.
  ///
  /// An identifier is never replaced with a fixed text, because that would merge all users into
  /// one.
  func identifier(for text: String) -> String? {
    guard case .transform(let change) = kind else { return nil }
    return change(text)
  }
}
