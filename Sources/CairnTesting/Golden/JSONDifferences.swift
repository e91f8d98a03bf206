package import Cairn

/// The differences between two bodies, for the field-by-field comparison of our body with that of
/// another client.
package enum JSONDifferences {
  /// Returns the paths at which they differ, such as `events.0.insert_id`, in order; empty when
  /// they are equal.
  package static func paths(_ ours: Value?, _ theirs: Value?, at path: String = "") -> [String] {
    guard ours != theirs else { return [] }
    switch (ours, theirs) {
    case (.object(let some)?, .object(let others)?):
      return Set(some.keys).union(others.keys).sorted().flatMap {
        paths(some[$0], others[$0], at: path.isEmpty ? $0 : "\(path).\($0)")
      }
    case (.array(let some)?, .array(let others)?) where some.count == others.count:
      return some.indices.flatMap {
        paths(some[$0], others[$0], at: path.isEmpty ? "\($0)" : "\(path).\($0)")
      }
    default: return [path]
    }
  }
}
