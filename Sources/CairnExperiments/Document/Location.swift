import Cairn

/// A place in the app where experiences are.
package final class Location: Sendable {
  package let id: String
  package let key: String
  let rules: RuleTree

  init?(_ part: DocumentPart) {
    guard let id = part["id"].text else { return nil }
    self.id = id
    key = part["key"].text ?? id
    rules = RuleTree(part["rules"])
  }
}
