/// The results of checking a file's vectors, by group.
package struct VectorReport: Sendable {
  package struct Failure: Hashable, Sendable {
    /// The label of the vector.
    package let label: String
    package let expected: String
    package let found: String
  }

  package struct Group: Sendable {
    package let name: String
    package let count: Int
    package let failures: [Failure]

    package var passed: Int { count - failures.count }
  }

  package let groups: [Group]

  package var failures: Int { groups.reduce(0) { $0 + $1.failures.count } }
  package var count: Int { groups.reduce(0) { $0 + $1.count } }
}
