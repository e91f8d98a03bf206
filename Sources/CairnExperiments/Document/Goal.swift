package import Cairn

/// What visitors are hoped to do.
package struct Goal: Sendable {
  package let id: String
  package let key: String

  /// Whether data that came with a conversion fulfils the goal's rules; true without rules.
  package func accepts(_ data: [String: Value]) -> Bool { true }
}
