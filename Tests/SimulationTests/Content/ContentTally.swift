import CairnContent

/// Counts of interactions by subject, and milliseconds for measurements.
struct ContentTally: Equatable, Sendable, CustomStringConvertible {
  struct Kind: Hashable, Sendable {
    var subject: ContentSubject
    var location: String?
    /// The type of the interaction; nil for a measurement.
    var type: InteractionType?
    /// The dwell time of a measurement.
    var dwell = 0

    /// The kind under which it is counted, and the number that it adds.
    var sum: (kind: Kind, number: Int) {
      type == nil ? (Kind(subject: subject, location: location, type: nil), dwell) : (self, 1)
    }

    /// Whether the subject is the asset that the network refuses.
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
