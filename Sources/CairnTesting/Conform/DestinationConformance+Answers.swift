import Cairn
import Foundation

/// The checks of the interpretation of responses.
extension DestinationConformance {
  private static let known = [
    200, 201, 202, 204, 301, 302, 307, 400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 411, 413,
    415, 418, 422, 423, 425, 429, 431, 451, 460, 500, 501, 502, 503, 504, 505, 507, 511, 520, 599,
  ]

  func meanings() async -> ConformanceReport.Result {
    let events = await samples(4)
    var issues: [String] = []
    for status in Self.known {
      let outcome = await outcome(of: events) { [success] request in
        (200...299).contains(status)
          ? .response(HTTPResponse(status: status, body: success(request).body))
          : .status(status)
      }
      if !outcome.agrees(with: statuses[status], events: events.events.count) {
        issues.append("\(status): \(outcome.summary); expected \(statuses[status])")
      }
    }
    return ConformanceReport.Result(issues)
  }

  func retryAfter() async -> ConformanceReport.Result {
    guard statuses[503] == .later else { return .skipped("a 503 is not \"later\"") }
    let events = await samples(2)
    let wishes: [(String, ClosedRange<Int>)] = [
      ("7", 7...maximumRetryAfter), ("Thu, 01 Jan 2026 00:01:30 GMT", 90...maximumRetryAfter),
      ("86400", maximumRetryAfter...maximumRetryAfter),
    ]
    var issues: [String] = []
    for (wish, seconds) in wishes {
      let outcome = await outcome(of: events) { _ in
        .status(503, headers: ["Retry-After": wish])
      }
      guard case .later(let after?, _) = outcome, seconds ~= after else {
        issues.append("Retry-After: \(wish) became \(outcome)")
        continue
      }
    }
    return ConformanceReport.Result(issues)
  }

  func silence() async -> ConformanceReport.Result {
    let events = await samples(2)
    var issues: [String] = []
    for error in [URLError(.timedOut), CancellationError(), Unknown()] as [any Error] {
      let outcome = await outcome(of: events) { _ in .failure(error) }
      if !outcome.agrees(with: .later, events: events.events.count) {
        issues.append("\(error): \(outcome.summary)")
      }
    }
    return ConformanceReport.Result(issues)
  }

  func nonsense() async -> ConformanceReport.Result {
    let events = await samples(2)
    let bodies = [
      "", "x", "{", "[]", "null", "{}", "7", "\"\"", "<html><body>ok</body></html>", "\u{0}\u{1}",
      #"{"results":7}"#, #"{"code":"x","error":{},"status":[]}"#,
      #"{"failed_records":[{"index":-1},{"index":99999999999999999999}]}"#,
      String(repeating: "[", count: 100_000), String(repeating: "x", count: 1_000_000),
    ].map { Array($0.utf8) }
    var issues: [String] = []
    for body in bodies + [[0xFF, 0xFE, 0x80]] {
      let outcome = await outcome(of: events) { _ in
        .response(HTTPResponse(status: 200, body: body))
      }
      if outcome.refusesSomething {
        let text = String(decoding: body.prefix(60), as: UTF8.self)
        issues.append("200 with \(text.debugDescription): \(outcome.summary)")
      }
    }
    return ConformanceReport.Result(issues)
  }

  /// Checks the secrets with a server that repeats everything that it was sent.
  func hiding() async -> ConformanceReport.Result {
    guard !secrets.isEmpty else { return .skipped("`secrets` is empty") }
    let said = Locked<[String]>([])
    let events = await samples(3)
    for status in Self.known {
      let outcome = await outcome(of: events) { .response(Self.echo($0, status: status)) }
      said.withLock { $0.append("\(status): \(outcome)") }
    }
    let failing = await outcome(of: events) { .failure(Unknown(text: Self.dump($0))) }
    let testing = TestAnalytics(
      .conformance { line in said.withLock { $0.append("\(line.code): \(line.message)") } },
      deliveringTo: subject(
        RecordingTransport(otherwise: { .response(Self.echo($0, status: 401)) })
      )
      .destination)
    record(testing.analytics, 1)
    let result = await testing.analytics.flush()
    await testing.analytics.close()
    let texts = said.withLock { $0 } + ["no response: \(failing)", "flush: \(result)"]
    return ConformanceReport.Result(
      texts.filter { text in secrets.contains { text.contains($0) } }.map { String($0.prefix(200)) }
    )
  }

  private struct Unknown: Error {
    var text = ""
  }

  private static func dump(_ request: HTTPRequest) -> String {
    let headers = request.headers.map { "\($0.name): \($0.value)" }
    return ([request.url.absoluteString] + headers + [WireBody(request).text])
      .joined(separator: "\n")
  }

  private static func echo(_ request: HTTPRequest, status: Int) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Location": request.url.absoluteString],
      body: Array(dump(request).utf8))
  }

  func outcome(
    of events: CapturedEvents,
    _ answer: @escaping @Sendable (HTTPRequest) -> RecordingTransport.Answer
  ) async -> Outcome {
    let subject = subject(RecordingTransport(otherwise: answer))
    return await subject.destination.deliver(subject.batch(subject.wanted(events)))
  }
}

extension Outcome {
  var refusesSomething: Bool {
    switch self {
    case .accepted, .later, .halted: false
    case .partial(let refused, _): !refused.isEmpty
    case .split, .refused: true
    }
  }

  /// Returns whether the outcome has the meaning; a destination that divides a refused batch itself
  /// ends with all events refused.
  func agrees(with meaning: StatusTable.Meaning, events: Int) -> Bool {
    switch (meaning, self) {
    case (.accepted, .accepted), (.later, .later), (.split, .split), (.refused, .refused),
      (.halted, .halted):
      true
    case (.later, .partial(let refused, let again)):
      refused.isEmpty && Set(again).count == events
    case (.split, .partial(let refused, let again)), (.refused, .partial(let refused, let again)):
      refused.count == events && again.isEmpty
    default: false
    }
  }
}
