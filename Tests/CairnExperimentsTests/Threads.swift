import Foundation

/// Separate threads, which may wait for each other on any number of cores.
enum Threads {
  /// Returns when all are done.
  static func run<Item: Sendable>(_ items: [Item], _ body: @escaping @Sendable (Item) -> Void) async
  {
    await withTaskGroup(of: Void.self) { group in
      for item in items {
        group.addTask {
          await withCheckedContinuation { done in
            Thread {
              body(item)
              done.resume()
            }.start()
          }
        }
      }
    }
  }
}

/// A barrier for a number of threads.
///
/// Sendable: a condition may be used from any thread, and protects the counter.
final class Meeting: @unchecked Sendable {
  private let condition = NSCondition()
  private var missing: Int

  init(_ count: Int) { missing = count }

  func join() {
    condition.lock()
    defer { condition.unlock() }
    missing -= 1
    if missing <= 0 { condition.broadcast() }
    while missing > 0 { condition.wait() }
  }
}
