#if canImport(CryptoKit) || Crypto
import Cairn
import CairnTesting
import Foundation

/// The server for all requests of the app, with unfavourable responses: none, a temporary refusal,
/// one event refused, and then all of them, with everything that was sent in the response.
final class ProofServer: Sendable {
  /// The number of responses; after the last bad one everything is accepted.
  private let state = Locked(State())

  private struct State {
    var requests: [HTTPRequest] = []
    var batches = 0
    var accepts = false
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// Accepts everything from now on.
  func accept() { state.withLock { $0.accepts = true } }

  /// Returns a network that sends only to this server.
  var transport: RecordingTransport {
    RecordingTransport(otherwise: { [self] in answer($0) })
  }

  private func answer(_ request: HTTPRequest) -> RecordingTransport.Answer {
    let (number, accepts) = state.withLock { state in
      state.requests.append(request)
      if request.method == "POST" { state.batches += 1 }
      return (state.batches, state.accepts)
    }
    switch request.url.host {
    case "settings.example": return .status(200, body: Self.settings)
    case "experiments.example": return .status(200, body: Self.experiments)
    default: return accepts ? .status(200) : Self.answer(request, number)
    }
  }

  private static func answer(_ request: HTTPRequest, _ number: Int) -> RecordingTransport.Answer {
    switch number {
    case 1: .failure(failure)
    case 2: .status(503, body: ProofInput.word("busy"))
    case 3: .status(200, body: results(request))
    default: .status(400, body: quoting(request))
    }
  }

  private static var failure: URLError {
    let address = "https://collect.example/?key=\(ProofInput.word("failure"))"
    return URLError(
      .timedOut,
      userInfo: [
        NSURLErrorFailingURLErrorKey: URL(string: address) as Any,
        NSLocalizedDescriptionKey: address,
      ])
  }

  /// Refuses the first event and requests the others again.
  private static func results(_ request: HTTPRequest) -> String {
    let ids = request.text.matches(of: /"messageId":"([^"]*)"/).map { String($0.output.1) }
    let results = ids.enumerated().map { place, id in
      place == 0
        ? #"{"messageId":"\#(id)","result":"refused","reason":"\#(ProofInput.word("reason"))"}"#
        : #"{"messageId":"\#(id)","result":"retry"}"#
    }
    return #"{"results":[\#(results.joined(separator: ","))]}"#
  }

  /// All words of the request, as a server that is too talkative repeats them.
  private static func quoting(_ request: HTTPRequest) -> String {
    let words = Set(request.text.matches(of: /w[a-z]+7f3a/).map { String($0.output) })
    let keys = request.headers.filter { $0.name == "Authorization" }.map(\.value)
    return (keys + words.sorted() + [ProofInput.word("quoting")]).joined(separator: " ")
  }

  private static var settings: String {
    let names = ["sampled", "member"].map(ProofInput.word)
    return #"{"enabled":true,"sampling":{"\#(names[0])":0.5},"note":"\#(names[1])"}"#
  }

  private static var experiments: String {
    """
    {"account_id":"100","project":{"id":"200"},"goals":[{"id":"9001","key":"purchase"}],"experiences":[
    {"id":"71001","key":"\(ProofInput.word("experience"))","goals":["9001"],"variations":[
    {"id":"c1","key":"control","status":"running","traffic_allocation":100}]}]}
    """
  }
}

extension HTTPRequest {
  /// The address, the headers and the body, decompressed where it is gzip.
  var text: String {
    let fields = headers.map { "\($0.name): \($0.value)" }
    let plain = Gunzip.member(body) ?? body
    return ([url.absoluteString] + fields + [String(decoding: plain, as: UTF8.self)])
      .joined(separator: "\n")
  }
}
#endif
