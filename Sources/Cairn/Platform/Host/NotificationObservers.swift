import Foundation

/// What is observed of the process's notifications, until it is removed.
///
/// Without a queue of its own: the notification is heard on the thread that posts it, before the post returns. On a
/// queue it could come when the process is suspended already.
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
