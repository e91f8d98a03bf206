import Cairn

/// A location in the app at which experiences are served.
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
