import Cairn

/// A custom segment of visitors; membership is stored.
package final class Segment: Sendable {
  package let id: String
  package let key: String
  package let rules: RuleTree

  init?(_ part: DocumentPart) {
    guard let id = part["id"].text else { return nil }
    self.id = id
    key = part["key"].text ?? id
    rules = RuleTree(part["rules"])
  }
}
