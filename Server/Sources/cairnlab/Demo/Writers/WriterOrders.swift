import Cairn
import Foundation

/// The orders of the demo to a writer, one per line on standard input.
final class WriterOrders: Sendable {
  enum Order: String, Sendable {
    /// Track without a pause, because a kill follows.
    case burst
    /// Stop tracking, deliver the rest, and exit.
    case finish
  }

  private let latest = Locked<Order?>(nil)

  var current: Order? { latest.withLock { $0 } }

  /// Reads orders until the process ends.
  ///
  /// The end of the input means that the demo has died: then this process exits.
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
