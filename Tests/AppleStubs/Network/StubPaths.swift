import Dispatch
import Foundation

// Sendable: mutable state is accessed only under the lock.
/// The network paths of the device: all monitors receive each change, on their queues.
public final class StubPaths: @unchecked Sendable {
  /// One monitor.
  final class Feed: Sendable {}

  /// The only instance.
  public static let shared = StubPaths()
  private let lock = NSLock()
  private var current = NWPath(stub: .satisfied, by: .wifi)
  private var listeners: [ObjectIdentifier: (DispatchQueue, @Sendable (NWPath) -> Void)] = [:]

  /// The number of active monitors.
  public var monitors: Int { lock.withLock { listeners.count } }

  /// Changes the path; returns when all monitors have received it.
  public func change(to path: NWPath) async {
    let told = lock.withLock {
      current = path
      return Array(listeners.values)
    }
    for (queue, handler) in told {
      await withCheckedContinuation { continuation in
        queue.async {
          handler(path)
          continuation.resume()
        }
      }
    }
  }

  func add(_ feed: Feed, _ queue: DispatchQueue, _ handler: @escaping @Sendable (NWPath) -> Void) {
    let path = lock.withLock {
      listeners[ObjectIdentifier(feed)] = (queue, handler)
      return current
    }
    queue.async { handler(path) }
  }

  func remove(_ feed: Feed) { lock.withLock { listeners[ObjectIdentifier(feed)] = nil } }
}
