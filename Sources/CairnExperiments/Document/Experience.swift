/// An experiment or a roll-out: who takes part, and what they get.
package struct Experience: Sendable {
  package let id: String
  package let key: String
  /// As text; nil when it has none.
  package let version: String?
}
