// The parts of WatchKit's background tasks that an app with Cairn uses. Each declaration is copied
// from the page named above it.
public import Foundation

/// See <https://developer.apple.com/documentation/watchkit/wkrefreshbackgroundtask>.
@MainActor open class WKRefreshBackgroundTask: NSObject {
  /// Whether the app has completed the task, after which the system may suspend it.
  public private(set) var isCompleted = false
  private var watchers: [() -> Void] = []

  /// See
  /// <https://developer.apple.com/documentation/watchkit/wkrefreshbackgroundtask/settaskcompletedwithsnapshot(_:)>.
  open func setTaskCompletedWithSnapshot(_ refreshSnapshot: Bool) {
    precondition(!isCompleted, "completed twice")
    isCompleted = true
    for watcher in watchers { watcher() }
    watchers = []
  }

  /// Returns when the app has completed the task.
  public func untilCompleted() async {
    if isCompleted { return }
    await withCheckedContinuation { continuation in watchers.append { continuation.resume() } }
  }
}

/// See <https://developer.apple.com/documentation/watchkit/wkapplicationrefreshbackgroundtask>.
@MainActor open class WKApplicationRefreshBackgroundTask: WKRefreshBackgroundTask {}

/// See <https://developer.apple.com/documentation/watchkit/wkurlsessionrefreshbackgroundtask>.
@MainActor open class WKURLSessionRefreshBackgroundTask: WKRefreshBackgroundTask {
  /// See
  /// <https://developer.apple.com/documentation/watchkit/wkurlsessionrefreshbackgroundtask/sessionidentifier>.
  public let sessionIdentifier: String

  /// As the system makes it.
  public init(stub sessionIdentifier: String) { self.sessionIdentifier = sessionIdentifier }
}

/// See <https://developer.apple.com/documentation/watchkit/wkapplicationdelegate>.
@MainActor public protocol WKApplicationDelegate: NSObjectProtocol {
  /// See
  /// <https://developer.apple.com/documentation/watchkit/wkapplicationdelegate/handle(_:)-6gh5w>.
  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>)
}
