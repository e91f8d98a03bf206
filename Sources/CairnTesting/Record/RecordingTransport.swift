import Foundation
public import Cairn

/// A transport that records requests and responds as configured.
///
/// Pass it to an `HTTPDestination`, or to your own destination that sends through an
/// `HTTPTransport`. By default it responds with status 200 and an empty body. Planned responses
/// come first. Safe to use from any thread.
public final class RecordingTransport: HTTPTransport {
  /// The result of a request.
  public enum Answer: Sendable {
    /// The server sends this response.
    case response(HTTPResponse)
    /// There is no response, and this error is thrown.
    case failure(any Error)

    /// Returns a response with this status, headers and body.
    public static func status(
      _ status: Int, headers: [String: String] = [:], body: String = ""
    ) -> Answer {
      .response(HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
    }

    /// The result without a network: `URLError.notConnectedToInternet` is thrown.
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

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - answers: The results of the first requests, in order; by default none are planned.
  ///   - otherwise: The result of a request for which none is planned; by default status 200.
  public init(
    _ answers: Answer...,
    otherwise: @escaping @Sendable (HTTPRequest) -> Answer = { _ in .status(200) }
  ) {
    state = Locked(State(planned: answers, answer: otherwise))
  }

  /// All requests that were sent, including those without a response, in order.
  public var requests: [HTTPRequest] { log.items }

  /// Whether a request for which no result is planned gets no response.
  ///
  /// False at first.
  public var isOffline: Bool {
    get { state.withLock { $0.isOffline } }
    set { state.withLock { $0.isOffline = newValue } }
  }

  /// Plans the results of the next requests, after those planned before.
  public func answerNext(_ answers: Answer...) { state.withLock { $0.planned += answers } }

  /// Returns when the given number of requests has been sent in total, or when the task is
  /// cancelled.
  public func requests(atLeast count: Int) async -> [HTTPRequest] {
    await log.items { $0.count >= count }
  }

  /// Records the request and returns the response.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    log.append(request)
    switch state.withLock({ $0.next(request) }) {
    case .response(let response): return response
    case .failure(let error): throw error
    }
  }
}

extension HTTPRequest {
  /// Returns the value of the first header with this name, ignoring case; nil when there is none.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
