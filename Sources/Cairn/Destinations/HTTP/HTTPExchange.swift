import Foundation

/// Sends an HTTP request for a destination, and maps the response to an outcome.
///
/// The status is mapped by a `StatusTable`. A request without a response, a truncated response, and
/// a page of HTML with a 2xx status mean `later`. `Retry-After` may be seconds or a date, and is
/// respected for at most 300 s by default. Secrets are removed from the parts of a response that
/// are stored.
public struct HTTPExchange: Sendable {
  /// The result of a request.
  public struct Answer: Sendable {
    /// The outcome for the batch, according to the status; `later` without a usable response.
    public let outcome: Outcome
    /// The response; nil when there was none, and for a 2xx whose body is a page of HTML or
    /// truncated JSON.
    public let response: HTTPResponse?
    /// Whether the server may have received the request.
    ///
    /// False only when it certainly has not, for example without a network or after a failed TLS
    /// handshake; see `HTTPTransport.send`.
    public let mayHaveArrived: Bool
  }

  private let transport: any HTTPTransport
  private let statuses: StatusTable
  private let maximumRetryAfter: Int
  private let redaction: ResponseSecretFilter

  /// Makes an exchange.
  ///
  /// - Parameters:
  ///   - transport: The transport that sends the requests; by default a `URLSession` of its own.
  ///   - statuses: The mapping of the server's statuses; by default `StatusTable.standard`.
  ///   - secrets: Keys, tokens and passwords, in each form that a request contains. Those of at
  ///     least six bytes are hidden when a response repeats them.
  ///   - maximumRetryAfter: The longest `Retry-After` that is respected, in seconds, from 0 to 86 400.
  ///     The default is 300, so that a server cannot stop its clients for a day by mistake. Use a
  ///     larger value for a server that must be obeyed.
  public init(
    transport: any HTTPTransport = URLSessionTransport(), statuses: StatusTable = .standard,
    secrets: [String] = [], maximumRetryAfter: Int = 300
  ) {
    self.transport = transport
    self.statuses = statuses
    self.maximumRetryAfter = maximumRetryAfter
    redaction = ResponseSecretFilter(secrets)
  }

  /// Sends a request and waits for its response.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - milliseconds: The current time in milliseconds since 1970, as in `Batch.milliseconds`.
  /// - Returns: The response and the outcome.
  public func send(_ request: HTTPRequest, at milliseconds: Int64) async -> Answer {
    let time = WallTime(milliseconds: milliseconds)
    guard let permit = RequestPermit.current.get() else {
      return await exchange(request, at: time)
    }
    let answer = await permit.begin { await exchange(request, at: time) }
    // This outcome is ignored: the worker knows that the request was refused.
    return answer
      ?? Answer(
        outcome: .later(afterSeconds: nil, reason: "consent"), response: nil,
        mayHaveArrived: false)
  }

  private func exchange(_ request: HTTPRequest, at time: WallTime) async -> Answer {
    do {
      return answer(try await transport.send(request), at: time.milliseconds)
    } catch {
      let reason = "no response: \(Self.describe(error))"
      return Answer(
        outcome: .later(afterSeconds: nil, reason: reason), response: nil,
        mayHaveArrived: (error as? URLError)?.isUnsent != true)
    }
  }

  /// Returns the answer of a response that arrived at this time, such as one to a request that the
  /// system has sent; see `BackgroundDestination`.
  public func answer(_ response: HTTPResponse, at milliseconds: Int64) -> Answer {
    let (outcome, isForeign) = judge(response, at: WallTime(milliseconds: milliseconds))
    return Answer(outcome: outcome, response: isForeign ? nil : response, mayHaveArrived: true)
  }

  /// Returns the outcome of a response that arrived at this time.
  ///
  /// A refusal contains the beginning of the response, without secrets. A 2xx whose body is a page
  /// of HTML or truncated JSON does not come from the destination's server: it means `later`,
  /// whatever the table says.
  public func outcome(of response: HTTPResponse, at milliseconds: Int64) -> Outcome {
    judge(response, at: WallTime(milliseconds: milliseconds)).outcome
  }

  private func judge(
    _ response: HTTPResponse, at time: WallTime
  ) -> (outcome: Outcome, isForeign: Bool) {
    let wait = response.headers["retry-after"].flatMap {
      RetryAfter.seconds($0, now: time)
    }
    let outcome = statuses.outcome(
      response.status, retryAfter: wait.map { min($0, maximumRetryAfter) })
    if outcome == .accepted, let oddity = response.interceptionReason {
      let reason = "status \(response.status), \(oddity)"
      return (.later(afterSeconds: nil, reason: reason), true)
    }
    guard case .refused(let rejection) = outcome else { return (outcome, false) }
    let answer = redaction.text(response.body)
    return (
      .refused(DeliveryRejection(rejection.reason, status: response.status, answer: answer)), false
    )
  }

  /// Returns a server's text without the secrets, so that it can be stored as a reason.
  public func hidingSecrets(in text: String) -> String { redaction.text(text) }

  /// The address in an error's text may hold a key; its domain and code cannot.
  private static func describe(_ error: any Error) -> String {
    let error = error as NSError
    return "\(error.domain) \(error.code)"
  }
}

extension HTTPRequest {
  /// Returns the request with its body compressed with gzip (RFC 1952), and with the header
  /// `Content-Encoding`.
  ///
  /// Compression takes about 20 µs for each kilobyte. Equal bodies give equal bytes. If memory runs
  /// out, the request is returned unchanged.
  public func gzipped() -> HTTPRequest {
    let opened = body.withUnsafeBytes { Gzip.open($0) }
    guard let compressed = opened.flatMap({ Gzip.complete($0, with: []) }) else { return self }
    var request = self
    request.body = compressed
    request.headers.append(("Content-Encoding", "gzip"))
    return request
  }
}
