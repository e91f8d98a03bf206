import CairnContent

/// Interactions, counted by what they were with.
struct ContentTally: Equatable, Sendable, CustomStringConvertible {
  struct Kind: Hashable, Sendable {
    var url: String
    var location: String?
    var type: InteractionType

    /// A URL that the network refuses.
    var isPoison: Bool { url == Self.poison }
    static let poison = "https://x.test/bad.jpg"
  }

  private(set) var counts: [Kind: Int] = [:]

  var total: Int { counts.values.reduce(0, +) }

  mutating func add(_ kind: Kind, _ number: Int = 1) {
    guard number > 0 else { return }
    counts[kind, default: 0] += number
  }

  var description: String {
    counts.map { "\($0.key.url)@\($0.key.location ?? "") \($0.key.type) \($0.value)" }.sorted()
      .joined(separator: ", ")
  }
}
