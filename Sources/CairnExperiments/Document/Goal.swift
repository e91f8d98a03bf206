package import Cairn

/// A goal whose conversions are measured.
package final class Goal: Sendable {
  package let id: String
  package let key: String
  /// The rules of the goal; nil for none.
  private let rules: RuleTree?

  init?(_ part: DocumentPart) {
    guard let id = part["id"].text else { return nil }
    self.id = id
    key = part["key"].text ?? id
    let rules = part["rules"]
    self.rules = rules.members.isEmpty ? nil : RuleTree(rules)
  }

  /// Returns whether the data of a conversion satisfies the goal's rules; true without rules.
  package func accepts(_ data: [String: Value]) -> Bool { rules?.hold(for: data) ?? true }
}
