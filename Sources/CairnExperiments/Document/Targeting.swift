import Cairn

/// An audience: rules for the visitors of an experience.
package final class Audience: Sendable {
  package let id: String
  package let key: String
  /// Whether the rules are not evaluated for visitors who already have a variation.
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
