import Foundation
public import Cairn

/// A network that remembers the requests, and answers as it was told.
///
/// Give it to an `HTTPDestination`, or to a destination of your own that sends through an `HTTPTransport`. By default it
/// answers with status 200 and an empty body. What was planned comes first. Safe to use from any thread.
public final class RecordingTransport: HTTPTransport {
  /// What becomes of a request.
  public enum Answer: Sendable {
    /// The server answers this.
    case response(HTTPResponse)
    /// No answer comes, and this is thrown.
    case failure(any Error)

    /// The server answers with this status, with headers and a body if they matter.
    public static func status(
      _ status: Int, headers: [String: String] = [:], body: String = ""
    ) -> Answer {
      .response(HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
    }

    /// No answer comes: `URLError.notConnectedToInternet` is thrown.
    public static var offline: Answer { .failure(URLError(.notConnectedToInternet)) }
  }

  private let log = Log<HTTPRequest>()
  private let state: Locked<State>

  private struct State {
    var planned: [Answer]
    var isOffline = false
    var answer: @Sendable (HTTPRequest) -> Answer

    mutating func next(_ request: HTTPRequest) -> Answer {
      if !planned.isEmpty { return planned.removeFirst() }
      return isOffline ? .offline : answer(request)
    }
  }

  /// Makes a network.
  ///
  /// - Parameters:
  ///   - answers: What becomes of the first requests, in order; by default nothing is planned.
  ///   - otherwise: What becomes of a request for which nothing is planned; by default status 200.
  public init(
    _ answers: Answer...,
    otherwise: @escaping @Sendable (HTTPRequest) -> Answer = { _ in .status(200) }
  ) {
    state = Locked(State(planned: answers, answer: otherwise))
  }

  /// Every request that was sent, those without an answer included, in order.
  public var requests: [HTTPRequest] { log.items }

  /// Whether no answer comes to a request for which nothing is planned.
  ///
  /// False at first.
  public var isOffline: Bool {
    get { state.withLock { $0.isOffline } }
    set { state.withLock { $0.isOffline = newValue } }
  }

  /// Plans what becomes of the next requests, behind what was planned before.
  public func answerNext(_ answers: Answer...) { state.withLock { $0.planned += answers } }

  /// Returns when so many requests have been sent in all, or when the task is cancelled.
  public func requests(atLeast count: Int) async -> [HTTPRequest] {
    await log.items { $0.count >= count }
  }

  /// Remembers the request and answers.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    log.append(request)
    switch state.withLock({ $0.next(request) }) {
    case .response(let response): return response
    case .failure(let error): throw error
    }
  }
}
