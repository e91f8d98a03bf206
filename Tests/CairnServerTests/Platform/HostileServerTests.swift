#if Server
import Cairn
import CairnServer
import CairnTesting
import Foundation
import Testing

/// The effect of a hostile server on the process: no crash, at most 16 MB, and no processor time
/// while it is silent.
@Suite struct HostileServerTests {
  /// Returns the current or maximum memory of a separate process, in bytes.
  private static func memory(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return (line?.split(separator: " ").dropLast().last.flatMap { Int($0) } ?? 0) << 10
  }

  private static func answer(_ port: UInt16, deadline: Double) async -> HTTPExchange.Answer? {
    guard let url = URL(string: "http://127.0.0.1:\(port)/") else { return nil }
    let transport = AsyncHTTPClientTransport(timeout: 120, deadline: deadline)
    return await HTTPExchange(transport: transport).send(HTTPRequest(url: url, body: [1]), at: 0)
  }

  /// Endless responses, and 3 GB of gzip.
  private static let floods: [(name: String, answer: RawServer.Answer)] = [
    ("3 GB of gzip", .gzip(mebibytes: 3_072)),
    ("a body", flood("HTTP/1.1 200 OK\r\n\r\n", "x")),
    ("a header", flood("HTTP/1.1 200 OK\r\nX: ", "x")),
    ("headers", flood("HTTP/1.1 200 OK\r\n", "X: y\r\n")),
    (
      "long headers",
      flood("HTTP/1.1 200 OK\r\n", "X: " + String(repeating: "y", count: 60_000) + "\r\n")
    ),
    ("beginnings", flood("", "HTTP/1.1 100 Continue\r\n\r\n")),
    ("chunks", flood("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n")),
    ("a chunk's length", flood("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", "x")),
    ("trailers", flood("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "X: y\r\n")),
  ]

  private static func flood(_ first: String, _ part: String) -> RawServer.Answer {
    let count = 1 + (1 << 16) / part.utf8.count
    return .flood(
      Array(first.utf8), Array(String(repeating: part, count: count).utf8), times: .max)
  }

  @Test("an answer without an end costs 16 MB at most", .timeLimit(.minutes(5)))
  func memory() async throws {
    for (name, flood) in Self.floods {
      let server = try #require(RawServer(.status(200), flood))
      await #expect(processExitsWith: .success, "\(name)") {
        [port = server.port as UInt16, name = name as String] in
        #expect(await Self.answer(port, deadline: 60)?.outcome == .accepted)
        let before = Self.memory("VmRSS:")
        let answer = await Self.answer(port, deadline: 3)
        #expect(answer?.mayHaveArrived == true)
        let cost = Self.memory("VmHWM:") - before
        print("\(name): \(cost >> 10) KiB, answered: \(answer?.response != nil)")
        #expect(cost < 16 << 20, "\(name): \(cost >> 10) KiB")
      }
    }
  }

  /// Responses that the parser and the client may interpret differently: invalid statuses, interim
  /// responses, a change of the protocol.
  private static let statuses = [0, 1, 50, 99, 100, 101, 102, 103, 199, 600, 999].flatMap { code in
    let digits = String(repeating: "0", count: 3 - String(code).count) + String(code)
    return ["Content-Length: 0\r\n\r\n", "Content-Length: 3\r\n\r\nabc", "\r\nabc"].flatMap {
      rest in
      ["HTTP/1.1", "HTTP/1.0"].map { "\($0) \(digits) X\r\n\(rest)" }
    }
  }

  @Test("a response of any status does not end the process", .timeLimit(.minutes(10)))
  func status() async throws {
    for text in Self.statuses {
      let server = try #require(RawServer(.bytes(text)))
      await #expect(processExitsWith: .success, "\(text)") { [port = server.port as UInt16] in
        let answer = await Self.answer(port, deadline: 10)
        #expect(answer?.outcome != .accepted)
      }
    }
  }

  @Test("a server that is silent until the deadline uses no processor time")
  func processor() async throws {
    let dead = try #require(DeadPort(.mute))
    await #expect(processExitsWith: .success) { [port = dead.port as UInt16] in
      let before = clock()
      let answer = await Self.answer(port, deadline: 5)
      #expect(answer?.response == nil)
      let seconds = Double(clock() - before) / Double(CLOCKS_PER_SEC)
      #expect(seconds < 1)
    }
    withExtendedLifetime(dead) {}
  }

  @Test(
    "events that a server answered with half a head wait, and are delivered when it works again",
    .timeLimit(.minutes(2)))
  func delivered() async throws {
    let server = try #require(
      RawServer(
        .bytes("HTTP/1.1 20"), .bytes("HTTP/1.1 200 OK\r\nContent-Le"), .close, .reset,
        .status(200)))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    var configuration = Configuration(
      writeKey: "key", endpoint: try #require(URL(string: "http://127.0.0.1:\(server.port)")))
    configuration.directory = folder
    configuration.transport = AsyncHTTPClientTransport()
    configuration.retry = RetryPolicy(firstDelay: 0.01, maximumDelay: 0.05)
    let analytics = Analytics(configuration)
    for number in 0..<3 { analytics.track("Counted", ["number": .int(number)]) }
    while analytics.ledger().destinations.contains(where: { $0.pending > 0 }) {
      await analytics.flush()
    }
    let row = try #require(analytics.ledger().destinations.first)
    #expect([row.accepted, row.delivered, row.pending] == [3, 3, 0])
    #expect(server.requests.count == 5)
    await analytics.close()
  }
}
#endif
