import CairnContent

/// Interactions, counted by what they were with; of those that only measure, the milliseconds.
struct ContentTally: Equatable, Sendable, CustomStringConvertible {
  struct Kind: Hashable, Sendable {
    var subject: ContentSubject
    var location: String?
    /// Nil for what only measures.
    var type: InteractionType?
    /// How long it was seen, of what only measures.
    var dwell = 0

    /// Under what it is summed, and how much it adds there.
    var sum: (kind: Kind, number: Int) {
      type == nil ? (Kind(subject: subject, location: location, type: nil), dwell) : (self, 1)
    }

    /// An asset that the network refuses.
    var isPoison: Bool { subject == Self.poison }
    static let poison = ContentSubject.asset("https://x.test/bad.jpg")
  }

  private(set) var counts: [Kind: Int] = [:]

  private(set) var total = 0

  mutating func add(one kind: Kind) {
    let (kind, number) = kind.sum
    add(kind, number)
    total += 1
  }

  mutating func add(_ kind: Kind, _ number: Int = 1) {
    guard number > 0 else { return }
    counts[kind, default: 0] += number
  }

  var description: String {
    counts.map {
      "\($0.key.subject.key)@\($0.key.location ?? "") \($0.key.type?.rawValue ?? "dwell") \($0.value)"
    }
    .sorted().joined(separator: ", ")
  }
}
