/// The changes of events that were necessary to fit one destination, in this launch.
package final class MappingWarnings: Sendable {
  /// The maximum number of distinct changes.
  private static let most = 100
  private static let others = "others"

  package let name: String
  private let numbers = Locked<[String: Int]>([:])

  package init(of name: String = "destination") { self.name = name }

  package var counts: [String: Int] { numbers.withLock { $0 } }

  /// Counts a change; returns its name if it is the first of its kind.
  func count(_ what: String) -> String? {
    numbers.withLock { numbers in
      let kind = numbers[what] != nil || numbers.count < Self.most ? what : Self.others
      numbers[kind, default: 0] += 1
      return numbers[kind] == 1 ? kind : nil
    }
  }
}
