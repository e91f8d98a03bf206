import Foundation

/// The observers of the process's notifications, until they are removed.
///
/// They use no queue: a notification is received on the thread that posts it, before the post
/// returns. On a queue it could be received after the process was suspended.
final class NotificationObservers: Sendable {
  private let tokens = Locked<[any NSObjectProtocol]>([])

  func observe(
    _ name: Notification.Name, _ body: @escaping @Sendable (Notification) -> Void
  ) {
    tokens.withLock { tokens in
      tokens.append(
        NotificationCenter.default.addObserver(
          forName: name, object: nil, queue: nil, using: body))
    }
  }

  func removeAll() {
    tokens.withLock { tokens in
      for token in tokens { NotificationCenter.default.removeObserver(token) }
      tokens = []
    }
  }
}
