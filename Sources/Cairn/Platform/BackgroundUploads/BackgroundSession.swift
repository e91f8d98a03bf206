#if !canImport(FoundationNetworking) || canImport(AppleURLSession)
import Foundation

#if canImport(AppleURLSession)
import AppleURLSession
#endif

/// A background session, and the receiver of its tasks' outcomes.
///
/// The session is created when it is first needed, because that takes a while.
final class BackgroundSession: NSObject, URLSessionDataDelegate {
  private typealias Listener = @Sendable (String, UploadAnswer) -> Void

  private struct State {
    var session: URLSession?
    var listeners: [Int: Listener] = [:]
    var lastListener = 0
    /// The received parts of incomplete response bodies, by task.
    var bodies: [Int: [UInt8]] = [:]
    var handlers: [@Sendable () -> Void] = []
    /// Whether all events were delivered before the app reported that it was launched for them.
    var areEventsTold = false
  }

  /// The time for which the system tries, in seconds; afterwards the app sends the batch again.
  private static let longestUpload = 86_400.0
  /// The maximum length of a response; the rest of a longer one is not needed.
  private static let longestAnswer = 4 << 20

  private let identifier: String
  private let state = Locked(State())

  init(identifier: String) { self.identifier = identifier }

  var opened: URLSession {
    state.withLock { state in
      if let session = state.session { return session }
      let session = URLSession(
        configuration: Self.configuration(identifier), delegate: self, delegateQueue: nil)
      state.session = session
      return session
    }
  }

  /// The session for a new upload, whose events were not delivered yet.
  var openedForUpload: URLSession {
    state.withLock { $0.areEventsTold = false }
    return opened
  }

  private static func configuration(_ identifier: String) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.background(withIdentifier: identifier)
    configuration.isDiscretionary = false
    configuration.sessionSendsLaunchEvents = true
    configuration.timeoutIntervalForResource = longestUpload
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    return configuration
  }

  func listen(_ listener: @escaping @Sendable (String, UploadAnswer) -> Void) -> Int {
    state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = listener
      return state.lastListener
    }
  }

  func remove(_ listener: Int) { state.withLock { $0.listeners[listener] = nil } }

  func notify(_ label: String, _ answer: UploadAnswer) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener(label, answer) }
  }

  func whenEventsAreTold(_ handler: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      defer { state.areEventsTold = false }
      if !state.areEventsTold { state.handlers.append(handler) }
      return state.areEventsTold
    }
    if isLate { return handler() }
    _ = opened
  }

  // MARK: What the system says, one thing at a time

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    state.withLock { state in
      let length = state.bodies[dataTask.taskIdentifier]?.count ?? 0
      guard length <= Self.longestAnswer else { return }
      state.bodies[dataTask.taskIdentifier, default: []] += data
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let body = state.withLock { $0.bodies.removeValue(forKey: task.taskIdentifier) } ?? []
    guard let label = task.taskDescription else { return }
    notify(label, answer(task, error, body))
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    let handlers = state.withLock { state in
      defer { state.handlers = [] }
      state.areEventsTold = state.handlers.isEmpty
      return state.handlers
    }
    for handler in handlers { handler() }
  }

  private func answer(
    _ task: URLSessionTask, _ error: (any Error)?, _ body: [UInt8]
  ) -> UploadAnswer {
    if let error = error as NSError? { return .none(reason: "\(error.domain) \(error.code)") }
    guard let response = task.response as? HTTPURLResponse else {
      return .none(reason: "an answer that is not HTTP")
    }
    // A background session follows redirects without asking its delegate.
    guard response.url?.place == task.originalRequest?.url?.place else {
      return .none(reason: "redirected")
    }
    // Data that was received before the process died is not delivered again.
    guard Int64(body.count) >= task.countOfBytesReceived else {
      return .none(reason: "a truncated answer")
    }
    let headers = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
    return .response(
      HTTPResponse(
        status: response.statusCode, headers: Dictionary(headers, uniquingKeysWith: { $1 }),
        body: body))
  }
}

extension URL {
  /// The requested host and path.
  fileprivate var place: [String] {
    [scheme ?? "", host ?? "", port.map(String.init) ?? "", path]
  }
}

/// The background sessions of a process: the system permits one for each identifier, even if an SDK
/// is closed and opened again.
package final class BackgroundSessions: Sendable {
  package static let shared = BackgroundSessions()

  private let sessions = Locked<[String: BackgroundSession]>([:])

  package init() {}

  func session(_ identifier: String) -> BackgroundSession {
    sessions.withLock { sessions in
      if let session = sessions[identifier] { return session }
      let session = BackgroundSession(identifier: identifier)
      sessions[identifier] = session
      return session
    }
  }
}
#endif
