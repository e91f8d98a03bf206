import CairnTesting
import Foundation
import Testing

@testable import Cairn

/// A delivery that fails is visible at the default level, once, with what to do.
@Suite struct FailureExplanationTests {
  let log = Log<Diagnostic>()
  let clock = ManualClock()

  /// Delivers an event for each of these answers, and returns the lines about failures.
  private func lines(_ answers: RecordingTransport.Answer...) async throws -> [String] {
    let transport = RecordingTransport()
    for answer in answers { transport.answerNext(answer) }
    let url = try #require(URL(string: "https://example.com"))
    var configuration = Configuration(
      destinations: [
        HTTPDestination(
          endpoint: url, writeKey: "key", name: "shop", transport: transport)
      ])
    configuration.diagnostics = { [log] in log.append($0) }
    let analytics = Analytics(configuration.testing(clock: clock, storage: TestStorage()))
    for number in answers.indices {
      analytics.track("Event \(number)")
      await analytics.flush()
    }
    await analytics.close()
    return log.items.filter { $0.code.hasPrefix("destination.") && $0.level >= .warning }
      .map { "\($0.code): \($0.message)" }
  }

  @Test("a missing answer is explained once in a launch, also after other answers")
  func noAnswer() async throws {
    let refused = RecordingTransport.Answer.failure(URLError(.cannotConnectToHost))
    let lines = try await lines(refused, refused, .status(200), refused)
    #expect(
      lines == [
        "destination.failed: shop: the events wait, and delivery is tried again: no response: "
          + "NSURLErrorDomain -1004 (no server listens at the address; on a device, 127.0.0.1 is "
          + "the device itself)"
      ])
  }

  private static func error(_ code: Int) throws -> URLError {
    // Only on Linux the initializer can fail.
    let found: URLError.Code? = URLError.Code(rawValue: code)
    return URLError(try #require(found))
  }

  @Test(
    "an error of an address, a server or TLS is explained with what to do",
    arguments: [
      (-1_022, "App Transport Security"), (-1_004, "no server listens"),
      (-1_003, "the name of the host"),
      (-1_002, "the endpoint is no address"), (-1_001, "did not respond in time"),
      (-1_200, "TLS failed"),
      (-1_202, "TLS failed"), (-1_206, "TLS failed"),
    ])
  func urlErrors(_ code: Int, _ hint: String) async throws {
    let lines = try await lines(.failure(Self.error(code)))
    #expect(lines.count == 1)
    #expect(lines[0].contains("NSURLErrorDomain \(code) (") && lines[0].contains(hint))
  }

  @Test(
    "an error of which nothing is known has its number alone", arguments: [-1_005, -1_100])
  func otherErrors(_ code: Int) async throws {
    let lines = try await lines(.failure(Self.error(code)))
    #expect(lines.count == 1 && lines[0].hasSuffix("NSURLErrorDomain \(code)"))
  }

  @Test("each status is explained once")
  func statuses() async throws {
    let lines = try await lines(.status(503), .status(500), .status(503), .status(404))
    #expect(lines.count == 3)
    #expect(lines[0].hasSuffix("delivery is tried again: status 503"))
    #expect(lines[1].hasSuffix("delivery is tried again: status 500"))
    #expect(lines[2].hasPrefix("destination.halted"))
    #expect(lines[2].hasSuffix("status 404 (check the path of the endpoint)"))
  }

  @Test("a refusal is visible, without the server's text")
  func refused() async throws {
    let lines = try await lines(
      .status(400, body: "a@example.com"), .status(400, body: "a@example.com"))
    #expect(
      lines == [
        "destination.refused: shop: events were refused with status 400 and are kept as dead letters"
          + " (AnalyticsInspector of CairnUI, or cairnctl journal dead)"
      ])
  }

  @Test("steps of a destination are not failures, and the number of lines has a bound")
  func bounds() {
    var explanation = FailureExplanation()
    for reason in ["several requests", "to be divided", "cancelled", "consent"] {
      #expect(explanation.line(for: .later(afterSeconds: nil, reason: reason), of: "a") == nil)
    }
    let lines = (1...100).compactMap {
      explanation.line(for: .later(afterSeconds: nil, reason: "status \($0)"), of: "a")
    }
    #expect(lines.count == 16)
  }

  @Test(
    "the most common reasons have a hint",
    arguments: [-1022, -1004, -1003, -1200, -1202])
  func hints(code: Int) {
    #expect(FailureExplanation.hint("no response: NSURLErrorDomain \(code)") != nil)
    #expect(FailureExplanation.hint("no response: NSURLErrorDomain \(code)0") == nil)
  }
}
