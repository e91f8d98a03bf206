import Cairn
import Foundation

/// What the demo tells a writer, a line each on standard input.
final class WriterOrders: Sendable {
  enum Order: String, Sendable {
    /// Track as fast as you can: a kill is near.
    case burst
    /// Track no more, deliver what is left, and end.
    case finish
  }

  private let latest = Locked<Order?>(nil)

  var current: Order? { latest.withLock { $0 } }

  /// Listens until the process ends.
  ///
  /// When the other end is gone the demo is dead: then so are we.
  func listen() {
    Thread.detachNewThread { [self] in
      while let line = readLine() {
        let order = Order(rawValue: line)
        latest.withLock { $0 = order }
      }
      _exit(3)
    }
  }
}
