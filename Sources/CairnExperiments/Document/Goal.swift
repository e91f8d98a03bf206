package import Cairn

/// What visitors are hoped to do.
package final class Goal: Sendable {
  package let id: String
  package let key: String
  /// Nil when it has none.
  private let rules: RuleTree?

  init?(_ part: DocumentPart) {
    guard let id = part["id"].text else { return nil }
    self.id = id
    key = part["key"].text ?? id
    let rules = part["rules"]
    self.rules = rules.members.isEmpty ? nil : RuleTree(rules)
  }

  /// Whether data that came with a conversion fulfils the goal's rules; true without rules.
  package func accepts(_ data: [String: Value]) -> Bool { rules?.hold(for: data) ?? true }
}
