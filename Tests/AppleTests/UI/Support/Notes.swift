import Cairn

/// The values that a test has recorded, in order.
final class Notes<Item: Sendable>: Sendable {
  private let all = Locked<[Item]>([])

  var items: [Item] { all.withLock { $0 } }

  func append(_ item: Item) { all.withLock { $0.append(item) } }
}
