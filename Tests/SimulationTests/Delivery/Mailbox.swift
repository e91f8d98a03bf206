import Cairn

/// A queue of received items, in order.
final class Mailbox<Item: Sendable>: Sendable {
  private let items = Locked<[Item]>([])

  var all: [Item] { items.withLock { $0 } }

  func put(_ item: Item) { items.withLock { $0.append(item) } }

  func take() -> Item? { items.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}
