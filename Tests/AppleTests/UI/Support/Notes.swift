import Cairn

/// What a test wrote down, in order.
final class Notes<Item: Sendable>: Sendable {
  private let all = Locked<[Item]>([])

  var items: [Item] { all.withLock { $0 } }

  func append(_ item: Item) { all.withLock { $0.append(item) } }
}
