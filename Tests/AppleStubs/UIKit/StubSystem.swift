public import Foundation

// Sendable: mutable state is accessed only under the lock.
/// The system around a UIKit app: posts notifications as Apple's system does, and records the app's
/// requests.
public final class StubSystem: @unchecked Sendable {
  /// The only instance.
  public static let shared = StubSystem()

  /// `UIApplication.shared` is not declared, because app extensions must not name it, and Cairn
  /// does not.
  public let application = UIApplication()
  private let lock = NSLock()
  private var nextID = 1
  private var running: [UIBackgroundTaskIdentifier: (@MainActor @Sendable () -> Void)?] = [:]
  private var begun: [String] = []
  private var refuses = false
  private var watchers: [() -> Void] = []
  private var presentState = UIApplication.State.background
  private var isWithout = false

  /// The names of all tasks that were begun.
  public var names: [String] { lock.withLock { begun } }
  /// The number of tasks that were begun and not ended.
  public var tasks: Int { lock.withLock { running.count } }

  /// The state of the app.
  public var state: UIApplication.State {
    get { lock.withLock { presentState } }
    set { lock.withLock { presentState = newValue } }
  }

  /// The application for key-value coding; nil in an extension, and before UIKit has created it.
  var shared: UIApplication? { lock.withLock { isWithout } ? nil : application }

  /// Forgets all tasks, and grants or refuses tasks from now on.
  public func reset(
    refusesTasks: Bool = false, state: UIApplication.State = .background,
    hasApplication: Bool = true
  ) {
    lock.withLock {
      (running, begun, refuses, presentState) = ([:], [], refusesTasks, state)
      isWithout = !hasApplication
    }
  }

  /// Posts a notification as UIKit does: with the application, synchronously.
  public func post(_ name: NSNotification.Name) {
    NotificationCenter.default.post(name: name, object: application)
  }

  /// Calls the expiration handlers on the main thread, as the system does when the time is up.
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
