import Cairn
import Foundation

/// The check of requests that the system sends; see `BackgroundDestination`.
extension DestinationConformance {
  func background() async -> ConformanceReport.Result {
    guard subject().destination is any BackgroundDestination else {
      return .skipped("it is not a BackgroundDestination")
    }
    let events = await samples(4)
    return ConformanceReport.Result(await handedOver(events) + meanings(of: events))
  }

  /// Compares the request with that of `deliver`.
  private func handedOver(_ events: CapturedEvents) async -> [String] {
    let (one, other) = (subject(), subject())
    let batch = one.batch(one.wanted(events))
    let outcome = await one.destination.deliver(batch)
    guard case .accepted = outcome else { return ["deliver: \(outcome.summary)"] }
    let sent = one.transport.requests
    let given = (other.destination as? any BackgroundDestination)?.request(for: batch)
    if sent.count == 1, given == nil { return ["it has no request for a batch of one request"] }
    if sent.count != 1, given != nil { return ["it has a request for a batch of \(sent.count)"] }
    guard let given, let sent = sent.first else { return [] }
    let (expected, found) = (Self.text(sent), Self.text(given))
    return expected == found ? [] : Difference.lines(expected, found)
  }

  /// Compares the outcomes of responses with those of `deliver`.
  private func meanings(of events: CapturedEvents) async -> [String] {
    let bodies = ["", "x", "{}", "[]", "<html></html>", #"{"error":"x","code":400}"#]
    var issues: [String] = []
    for status in [200, 202, 204, 302, 400, 401, 404, 410, 413, 422, 429, 500, 503] {
      for body in [nil] + bodies.map(Optional.some) {
        let response: @Sendable (HTTPRequest) -> HTTPResponse = { [success] request in
          let bytes = body.map { Array($0.utf8) }
          return HTTPResponse(
            status: status, headers: ["retry-after": "7"], body: bytes ?? success(request).body)
        }
        if let issue = await difference(events, status, response) {
          issues.append("\(status) with \(body ?? "the usual body"): \(issue)")
        }
      }
    }
    return issues
  }

  private func difference(
    _ events: CapturedEvents, _ status: Int,
    _ response: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) async -> String? {
    let one = subject(RecordingTransport(otherwise: { .response(response($0)) }))
    let other = subject()
    let batch = one.batch(one.wanted(events))
    guard let background = other.destination as? any BackgroundDestination,
      let request = background.request(for: batch)
    else { return nil }
    let delivered = await one.destination.deliver(batch)
    // A destination may divide a batch at once, which the system cannot.
    guard one.transport.requests.count == 1 else { return nil }
    let settled = background.outcome(of: response(request), for: batch)
    return settled == delivered ? nil : "\(settled); deliver: \(delivered)"
  }

  private static func text(_ request: HTTPRequest) -> String {
    let headers = request.headers.map { "\($0.name): \($0.value)" }
    return ([request.url.absoluteString] + headers + [WireBody(request).text])
      .joined(separator: "\n")
  }
}
