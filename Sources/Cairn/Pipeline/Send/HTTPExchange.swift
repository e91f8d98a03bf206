import Foundation

/// Sends a request and reads its answer as every back end over HTTP needs it.
///
/// No answer, one that is cut off, and a page of HTML with a good status are "later". A status means what the table says.
/// `Retry-After` is understood as seconds and as a date, and heeded for 300 s at most if nothing else is said. Secrets are
/// taken out of what is kept of an answer.
public struct HTTPExchange: Sendable {
  /// What came of a request.
  public struct Answer: Sendable {
    /// What it means for the batch, as far as the status says.
    public let outcome: Outcome
    /// The server's answer; nil when there was none, or when a 2xx was a page of HTML or JSON that is cut off.
    public let response: HTTPResponse?
    /// Whether the server may have the request; false when it certainly has not, as without a network or without trust.
    ///
    /// When in doubt, it may: see `HTTPTransport.send`.
    public let mayHaveArrived: Bool
  }

  private let transport: any HTTPTransport
  private let statuses: StatusTable
  private let longestWait: Int
  private let redaction: Redaction

  /// Makes an exchange.
  ///
  /// - Parameters:
  ///   - transport: What sends the requests; by default a `URLSession` of its own.
  ///   - statuses: What the server's statuses mean; by default `StatusTable.standard`.
  ///   - secrets: Keys, tokens and passwords, in each form in which a request holds them. Those of at least six bytes are
  ///     hidden wherever an answer repeats them.
  ///   - longestWait: So long is `Retry-After` heeded, in seconds, from 0 to 86 400; the default is 300, so that no server
  ///     stops its clients for a day by mistake. For one that must be obeyed, say so.
  public init(
    transport: any HTTPTransport = URLSessionTransport(), statuses: StatusTable = .standard,
    secrets: [String] = [], longestWait: Int = 300
  ) {
    self.transport = transport
    self.statuses = statuses
    self.longestWait = longestWait
    redaction = Redaction(secrets)
  }

  /// Sends a request and waits for its answer.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - milliseconds: Milliseconds since 1970, now, as `Batch.milliseconds` has them.
  /// - Returns: The answer, and what its status means.
  public func send(_ request: HTTPRequest, at milliseconds: Int64) async -> Answer {
    guard let departure = Departure.current.get() else {
      return await exchange(request, at: milliseconds)
    }
    let answer = await departure.begin { await exchange(request, at: milliseconds) }
    // Nobody hears this outcome: who delivers knows that it was refused.
    return answer
      ?? Answer(
        outcome: .later(afterSeconds: nil, reason: "consent"), response: nil,
        mayHaveArrived: false)
  }

  private func exchange(_ request: HTTPRequest, at milliseconds: Int64) async -> Answer {
    do {
      let response = try await transport.send(request)
      let (outcome, isForeign) = judge(response, at: milliseconds)
      return Answer(
        outcome: outcome, response: isForeign ? nil : response, mayHaveArrived: true)
    } catch {
      let reason = "no answer: \(Self.describe(error))"
      return Answer(
        outcome: .later(afterSeconds: nil, reason: reason), response: nil,
        mayHaveArrived: (error as? URLError)?.isUnsent != true)
    }
  }

  /// What a status means, for an answer that came at this time.
  ///
  /// A refusal bears the beginning of what was answered, without secrets. A 2xx whose body is a page of HTML, or is cut off
  /// where it should be JSON, does not come from the server: it means "later", whatever the table says.
  public func outcome(of response: HTTPResponse, at milliseconds: Int64) -> Outcome {
    judge(response, at: milliseconds).outcome
  }

  private func judge(
    _ response: HTTPResponse, at milliseconds: Int64
  ) -> (outcome: Outcome, isForeign: Bool) {
    let wait = response.headers["retry-after"].flatMap {
      RetryAfter.seconds($0, now: milliseconds)
    }
    let outcome = statuses.outcome(
      response.status, retryAfter: wait.map { min($0, longestWait) })
    if outcome == .accepted, let oddity = response.foreignReason {
      let reason = "status \(response.status), \(oddity)"
      return (.later(afterSeconds: nil, reason: reason), true)
    }
    guard case .refused(let rejection) = outcome else { return (outcome, false) }
    let answer = redaction.text(response.body)
    return (.refused(Rejection(rejection.reason, status: response.status, answer: answer)), false)
  }

  /// Words of a server without the secrets, for a reason that is stored.
  public func hidingSecrets(in text: String) -> String { redaction.text(text) }

  /// The address in an error's text may hold a key; its domain and code cannot.
  private static func describe(_ error: any Error) -> String {
    let error = error as NSError
    return "\(error.domain) \(error.code)"
  }
}
