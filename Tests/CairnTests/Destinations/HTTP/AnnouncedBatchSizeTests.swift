import CairnTesting
import Foundation
import Testing

@testable import Cairn

/// Batches to a server that announces that it takes larger ones.
@Suite struct AnnouncedBatchSizeTests {
  static let usual = BatchLimits(events: 10, bytes: 1_000)
  let growth = AnnouncedBatchSize()

  func note(
    _ outcome: Outcome = .accepted, events: Int? = nil, bytes: Int = 1,
    announced: BatchLimits? = BatchLimits(events: 1_000, bytes: 1_000_000)
  ) {
    growth.note(
      outcome, announced: announced, events: events ?? growth.limits(Self.usual).events,
      bytes: bytes, usual: Self.usual)
  }

  var sizes: [Int] { [growth.limits(Self.usual).events, growth.limits(Self.usual).bytes] }

  @Test("after four full batches the size doubles, up to four times the usual one")
  func grows() {
    var seen: [Int] = []
    for _ in 1...20 {
      seen.append(growth.limits(Self.usual).events)
      note()
    }
    #expect(seen == [10, 10, 10, 10, 20, 20, 20, 20] + [Int](repeating: 40, count: 12))
    #expect(sizes == [40, 4_000])
  }

  @Test("a batch grows to the announced size, and is never smaller than usual")
  func announced() {
    for _ in 1...20 { note(announced: BatchLimits(events: 25, bytes: 10)) }
    #expect(sizes == [25, 1_000])
    for _ in 1...20 { note(announced: BatchLimits(events: 1, bytes: 1)) }
    #expect(sizes == [10, 1_000])
    note(announced: nil)
    #expect(sizes == [10, 1_000])
  }

  @Test("batches that are not full do not grow; one that is full by its bytes does")
  func full() {
    for _ in 1...20 { note(events: 9, bytes: 899) }
    #expect(sizes == [10, 1_000])
    for _ in 1...4 { note(events: 1, bytes: 900) }
    #expect(sizes == [20, 2_000])
  }

  @Test(
    "any outcome other than acceptance, and no answer, end the growth",
    arguments: [
      .later(afterSeconds: nil, reason: "busy"), .split, .halted(reason: "key"),
      .partial(refused: [:], again: [1]), nil,
    ] as [Outcome?])
  func ends(_ outcome: Outcome?) {
    for _ in 1...8 { note() }
    #expect(sizes == [40, 4_000])
    if let outcome { note(outcome) } else { growth.end() }
    #expect(sizes == [10, 1_000])
    for _ in 1...4 { note() }
    #expect(sizes == [20, 2_000])
  }

  @Test(
    "a malformed header announces nothing",
    arguments: [
      "", "events", "events=", "events=x, bytes=1", "events=1", "bytes=1", "events=0, bytes=1",
      "events=-1, bytes=1", "events=99999999999999999999, bytes=1", "events=1; bytes=1", ",,,=,=1",
      "events=1, bytes=1, more=1", "bytes=1, events=1",
      String(repeating: "x=1,", count: 100_000) + "events=1,bytes=1",
    ])
  func invalid(_ header: String) { #expect(BatchLimits(header: header) == nil) }

  @Test func header() {
    #expect(
      BatchLimits(header: "events=2000, bytes=1900000")
        == BatchLimits(events: 2_000, bytes: 1_900_000))
  }

  /// A server that accepts everything, and announces a size.
  private final class Server: HTTPTransport {
    let sizes = Log<Int>()
    let answer: HTTPResponse
    init(_ headers: [String: String]) { answer = HTTPResponse(status: 200, headers: headers) }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let text = request.header("Content-Encoding") == "gzip" ? Gunzip.member(request.body) : nil
      let body = try JSONSerialization.jsonObject(with: Data(text ?? request.body))
      sizes.append(((body as? [String: Any])?["batch"] as? [Any])?.count ?? 0)
      return answer
    }
  }

  private func drain(
    _ headers: [String: String], limits: BatchLimits = BatchLimits(), compresses: Bool = true
  ) async throws -> [Int] {
    let server = Server(headers)
    let destination = HTTPDestination(
      endpoint: try #require(URL(string: "http://127.0.0.1:1")), writeKey: "key", limits: limits,
      compresses: compresses, transport: server)
    var configuration = Configuration(destinations: [destination])
    configuration.flushAt = 100_000
    let analytics = await launch(configuration, ManualClock())
    for number in 1...9_000 { analytics.track("Event", ["number": .int(number)]) }
    let result = await analytics.flush()
    #expect(result.delivered == 9_000)
    await analytics.close()
    return server.sizes.items
  }

  @Test("a backlog is delivered in fewer, larger batches")
  func backlog() async throws {
    let limits = "events=1200, bytes=1900000"
    let sizes = try await drain(["batch-limits": limits])
    #expect(
      sizes == [500, 500, 500, 500, 1_000, 1_000, 1_000, 1_000, 1_200, 1_200, 600])
    #expect(try await drain([:]).max() == 500)
    #expect(try await drain(["Batch-Limits": limits], compresses: false).max() == 500)
    let own = try await drain(["Batch-Limits": limits], limits: BatchLimits(events: 400))
    #expect(own.max() == 400)
  }
}
