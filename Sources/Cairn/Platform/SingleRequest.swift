#if canImport(FoundationNetworking)
import Dispatch
import Foundation
import FoundationNetworking

/// One request with its own session, and so its own connection.
///
/// `URLSession.data(for:)` is not used: this Foundation cancels within the cancellation of the
/// Swift task, whose lock it holds, and waits there for the queue that is passing the response to
/// that task. Then both wait forever.
final class SingleRequest: NSObject, URLSessionDataDelegate, Sendable {
  private typealias Answer = CheckedContinuation<(Data, URLResponse), any Error>

  private struct State {
    var answer: Answer?
    var task: URLSessionDataTask?
    var data = Data()
    var redirect: URLResponse?
    var isTooLong = false
    var isOverdue = false
    var isCancelled = false
    var wasChallenged = false
  }

  private let state = Locked(State())
  private let maximumBytes: Int

  /// - Parameter maximumBytes: The maximum length of a response; a longer one is discarded.
  init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  /// Whether the server requested a password.
  ///
  /// This Foundation ends such a request with an error, and discards the response.
  var wasChallenged: Bool { state.withLock { $0.wasChallenged } }

  /// Sends the request; call it once.
  func data(
    for message: URLRequest, _ configuration: URLSessionConfiguration
  ) async throws -> (Data, URLResponse) {
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let limit = limit(configuration.timeoutIntervalForResource)
    defer { limit.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { begin(session.dataTask(with: message), $0) }
    } onCancel: {
      let task = state.withLock { state in
        state.isCancelled = true
        return state.task
      }
      if let task { Self.cancel(task) }
    }
  }

  /// Cancels the request at the deadline, because Foundation on Linux ignores
  /// `timeoutIntervalForResource`.
  private func limit(_ seconds: Double) -> DispatchWorkItem {
    let limit = DispatchWorkItem { [weak self] in
      let task = self?.state.withLock { state in
        state.isOverdue = true
        return state.task
      }
      task?.cancel()
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: limit)
    return limit
  }

  private static func cancel(_ task: URLSessionTask) {
    DispatchQueue.global().async { task.cancel() }
  }

  private func begin(_ task: URLSessionDataTask, _ answer: Answer) {
    let mayGoOn = state.withLock { state in
      (state.task, state.answer) = (task, answer)
      return !state.isCancelled && !state.isOverdue
    }
    task.resume()
    if !mayGoOn { task.cancel() }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = state.withLock { state in
      guard !state.isTooLong else { return false }
      state.data.append(data)
      state.isTooLong = state.data.count > maximumBytes
      if state.isTooLong { state.data = Data() }
      return state.isTooLong
    }
    if isTooLong { Self.cancel(dataTask) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let (answer, end) = state.withLock { state in
      defer { (state.answer, state.task) = (nil, nil) }
      return (state.answer, state)
    }
    if let redirect = end.redirect {
      answer?.resume(returning: (Data(), redirect))
    } else if end.isOverdue, error != nil {
      answer?.resume(throwing: URLError(.timedOut).knowing(isUnsent: Self.isUnsent(task)))
    } else if end.isTooLong {
      answer?.resume(throwing: URLError(.dataLengthExceedsMaximum))
    } else if let error {
      answer?.resume(throwing: Self.precise(error, task))
    } else if let response = task.response {
      answer?.resume(returning: (end.data, response))
    } else {
      answer?.resume(throwing: URLError(.badServerResponse))
    }
  }

  /// Returns an error that states whether the request was sent.
  ///
  /// This Foundation has one code for a missing route, missing trust and a missing response, and
  /// reports a refusal by the host's first address like one by its second. But it requests the body
  /// only when there is a connection, with trust if required.
  private static func precise(_ error: any Error, _ task: URLSessionTask) -> any Error {
    guard let known = error as? URLError, task.originalRequest?.httpBody?.isEmpty == false else {
      return error
    }
    return known.knowing(isUnsent: isUnsent(task))
  }

  private static func isUnsent(_ task: URLSessionTask) -> Bool {
    task.originalRequest?.httpBody?.isEmpty == false && task.countOfBytesSent == 0
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    // The handler is not called: if the task was cancelled meanwhile, this Foundation would end the
    // process. A redirect is the response, whatever its body is.
    state.withLock { $0.redirect = response }
    Self.cancel(task)
  }

  // Without this method, a 401 that requests a password never ends.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    state.withLock { $0.wasChallenged = true }
    completionHandler(.rejectProtectionSpace, nil)
  }
}
#endif
