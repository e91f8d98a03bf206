import Cairn

/// Whom an experience is for.
package final class Audience: Sendable {
  package let id: String
  package let key: String
  /// Once in, always in: it is not asked of those who have a variation.
  package let isPermanent: Bool
  let rules: RuleTree

  init?(_ part: DocumentPart) {
    guard let id = part["id"].text else { return nil }
    self.id = id
    key = part["key"].text ?? id
    isPermanent = part["type"].text == "permanent"
    rules = RuleTree(part["rules"])
  }
}
