public import Foundation
import FoundationNetworking

// Sendable: mutable state is accessed only under the lock.
/// The process that uploads for the stubs: tests control it, and it outlives the sessions.
public final class StubUploadDaemon: @unchecked Sendable {
  /// The only instance.
  public static let shared = StubUploadDaemon()

  private let lock = NSLock()
  private var number = 0
  private var running: [URLSessionTask] = []
  private var sessions: [String: URLSession] = [:]
  private var attached: [String: Int] = [:]

  /// Returns the tasks in progress of a session.
  public func tasks(of session: String) -> [URLSessionTask] {
    lock.withLock { running.filter { $0.session == session } }
  }

  /// Returns the number of sessions that were created with that name.
  public func sessions(named name: String) -> Int { lock.withLock { attached[name] ?? 0 } }

  /// Returns the configuration of the last session with that name.
  public func configuration(of name: String) -> URLSessionConfiguration? {
    lock.withLock { sessions[name]?.configuration }
  }

  /// Ends a task with a response in parts; `bytes` is the number of bytes of the body that the
  /// daemon received.
  public func answer(
    _ task: URLSessionTask, status: Int, headers: [String: String] = [:], body: [String] = [],
    bytes: Int? = nil, from url: URL? = nil
  ) {
    let place = url ?? task.originalRequest?.url ?? task.file
    task.response = HTTPURLResponse(
      url: place, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
    task.countOfBytesReceived = Int64(bytes ?? body.reduce(0) { $0 + $1.utf8.count })
    // A task that ended before its delegate has the answer would look like one that was lost.
    defer { end(task) }
    guard let (session, delegate) = receiver(of: task), let data = task as? URLSessionDataTask
    else { return }
    for part in body { delegate.urlSession(session, dataTask: data, didReceive: Data(part.utf8)) }
    delegate.urlSession(session, task: task, didCompleteWithError: nil)
  }

  /// Ends a task without a response.
  public func fail(_ task: URLSessionTask, _ error: any Error) {
    defer { end(task) }
    guard let (session, delegate) = receiver(of: task) else { return }
    delegate.urlSession(session, task: task, didCompleteWithError: error)
  }

  /// Tells the app that all events of the session were delivered.
  public func finishEvents(of name: String) {
    guard let session = lock.withLock({ sessions[name] }) else { return }
    session.delegate?.urlSessionDidFinishEvents(forBackgroundURLSession: session)
  }

  private func end(_ task: URLSessionTask) {
    lock.withLock { running.removeAll { $0 === task } }
  }

  private func receiver(
    of task: URLSessionTask
  ) -> (URLSession, any URLSessionDataDelegate)? {
    lock.withLock {
      guard let session = sessions[task.session] else { return nil }
      return (session.delegate as? any URLSessionDataDelegate).map { (session, $0) }
    }
  }

  func attach(_ session: URLSession) {
    guard let name = session.configuration.identifier else { return }
    lock.withLock {
      sessions[name] = session
      attached[name, default: 0] += 1
    }
  }

  func makeTask(_ request: URLRequest, _ file: URL, _ session: String) -> URLSessionUploadTask {
    lock.withLock {
      number += 1
      return URLSessionUploadTask(number, request, file: file, session: session)
    }
  }

  func begin(_ task: URLSessionTask) { lock.withLock { running.append(task) } }

  func cancel(_ task: URLSessionTask) {
    guard lock.withLock({ running.contains { $0 === task } }) else { return }
    fail(task, URLError(.cancelled))
  }
}
