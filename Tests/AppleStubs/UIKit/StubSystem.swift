public import Foundation

// Sendable: what changes is reached with the lock held only.
/// The system around an app of UIKit: posts what Apple's posts, and remembers what the app asked for.
public final class StubSystem: @unchecked Sendable {
  /// There is one system.
  public static let shared = StubSystem()

  /// `UIApplication.shared` is not named here: an app extension must not, and no code of Cairn does.
  public let application = UIApplication()
  private let lock = NSLock()
  private var nextID = 1
  private var running: [UIBackgroundTaskIdentifier: (@MainActor @Sendable () -> Void)?] = [:]
  private var begun: [String] = []
  private var refuses = false
  private var watchers: [() -> Void] = []

  /// The names of all tasks that were begun.
  public var names: [String] { lock.withLock { begun } }
  /// How many tasks are begun and not ended.
  public var tasks: Int { lock.withLock { running.count } }

  /// Forgets all tasks, and from here on gives time or none.
  public func reset(refusesTasks: Bool = false) {
    lock.withLock { (running, begun, refuses) = ([:], [], refusesTasks) }
  }

  /// Posts as UIKit does: with the application, and before this returns.
  public func post(_ name: NSNotification.Name) {
    NotificationCenter.default.post(name: name, object: application)
  }

  /// Calls the handlers, on the main thread, as the system does when the time is up.
  @MainActor public func expire() {
    for handler in lock.withLock({ Array(running.values) }) { handler?() }
  }

  /// Returns when no task is left.
  public func untilTasksEnd() async {
    await withCheckedContinuation { continuation in
      let isDone = lock.withLock {
        if running.isEmpty { return true }
        watchers.append { continuation.resume() }
        return false
      }
      if isDone { continuation.resume() }
    }
  }

  func begin(
    _ name: String?, _ handler: (@MainActor @Sendable () -> Void)?
  ) -> UIBackgroundTaskIdentifier {
    lock.withLock {
      guard !refuses else { return .invalid }
      defer { nextID += 1 }
      let task = UIBackgroundTaskIdentifier(rawValue: nextID)
      running[task] = .some(handler)
      begun.append(name ?? "")
      return task
    }
  }

  func end(_ task: UIBackgroundTaskIdentifier) {
    let done = lock.withLock {
      precondition(running.removeValue(forKey: task) != nil, "ended twice, or never begun")
      guard running.isEmpty else { return [] as [() -> Void] }
      defer { watchers = [] }
      return watchers
    }
    for watcher in done { watcher() }
  }
}
