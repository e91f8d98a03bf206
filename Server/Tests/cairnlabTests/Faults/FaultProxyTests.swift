import CairnCollector
import Foundation
import Testing

@testable import cairnlab

/// Each fault separately, observed from a bare socket.
@Suite(.timeLimit(.minutes(60))) struct FaultProxyTests {
  static let id = "01935b6e-0b0a-7a27-9a54-27c2cd1f5a11"

  /// A batch of one event that is long enough for a 413.
  static var request: String { request(padding: 3_000) }

  static func request(padding: Int) -> String {
    let padding = String(repeating: "x", count: padding)
    let body =
      #"{"batch":[{"type":"track","event":"Seen","anonymousId":"a","messageId":"\#(id)","#
      + #""properties":{"text":"\#(padding)"}}]}"#
    return "POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
      + "Authorization: Basic \(Data("test:".utf8).base64EncodedString())\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  struct Outcome {
    var exchange: RawExchange
    var stored: Int
    var counts: ProxyCounts
  }

  func outcome(of fault: Fault) async throws -> Outcome {
    let folder = try DemoFolder()
    defer { folder.remove() }
    let destination = try DemoDestination("test", database: folder.database("test"))
    return try await DemoDestination.running([destination]) {
      let port = try await destination.collector.boundPort()
      let proxy = try await FaultProxy(to: port, faults: FaultScript([fault]))
      let exchange = await RawExchange.send(
        Self.request, port: proxy.port, patience: fault == .silence ? 1 : 300)
      await proxy.close()
      return Outcome(
        exchange: exchange, stored: destination.collector.statistics().stored, counts: proxy.counts)
    }
  }

  @Test("a reset ends the connection with RST, before, in or after the answer")
  func resets() async throws {
    let before: [Fault: Int] = [.resetOnConnect: 0, .resetInRequest: 0, .resetBeforeAnswer: 1]
    for (fault, stored) in before {
      let outcome = try await outcome(of: fault)
      #expect(outcome.exchange.ending == .reset, "\(fault)")
      #expect(outcome.exchange.answer.isEmpty, "\(fault)")
      #expect(outcome.stored == stored, "\(fault)")
      #expect(outcome.counts.faults == [fault: 1])
    }
    for fault in [Fault.resetInAnswer, .resetAfterAnswer] {
      let outcome = try await outcome(of: fault)
      #expect(outcome.exchange.ending == .reset, "\(fault)")
      #expect(outcome.exchange.answer.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(fault)")
      #expect(outcome.exchange.answer.hasSuffix("}") == (fault == .resetAfterAnswer), "\(fault)")
      #expect(outcome.stored == 1, "\(fault)")
    }
  }

  @Test("a planned status is sent by the proxy itself, with the time or place of the next attempt")
  func statuses() async throws {
    for fault in Fault.allCases where fault.kind == .status {
      let outcome = try await outcome(of: fault)
      let answer = outcome.exchange.answer
      let status = try #require(fault.status)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(fault)")
      #expect(outcome.exchange.ending == .closed)
      #expect(outcome.stored == (fault == .serverError ? 1 : 0), "\(fault)")
      #expect(answer.contains("\r\nLocation: http://127.0.0.1:") == (300...399).contains(status))
      let waits = answer.contains("\r\nRetry-After: 1\r\n") || answer.contains(" GMT\r\n")
      #expect(waits == (status == 429), "\(answer)")
    }
  }

  @Test("a planned 413 that a short body does not get is kept for the next longer body")
  func impossible() async throws {
    let folder = try DemoFolder()
    defer { folder.remove() }
    let destination = try DemoDestination("test", database: folder.database("test"))
    try await DemoDestination.running([destination]) {
      let port = try await destination.collector.boundPort()
      let proxy = try await FaultProxy(to: port, faults: FaultScript([.tooLarge]))
      for (padding, status) in [(10, 200), (20, 200), (3_000, 413), (3_000, 200)] {
        let exchange = await RawExchange.send(
          Self.request(padding: padding), port: proxy.port, patience: 300)
        #expect(exchange.answer.hasPrefix("HTTP/1.1 \(status) "), "\(padding)")
      }
      await proxy.close()
      #expect(proxy.counts.faults == [.tooLarge: 1])
    }
  }

  @Test("a slow request and a slow answer arrive whole, and silence stores nothing")
  func slow() async throws {
    for fault in [Fault.slowRequest, .slowAnswer] {
      let outcome = try await outcome(of: fault)
      #expect(outcome.exchange.answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(outcome.exchange.answer.contains(#""result":"ok""#))
      #expect(outcome.stored == 1)
    }
    let silence = try await outcome(of: .silence)
    #expect(silence.exchange.ending == .silent)
    #expect(silence.exchange.answer.isEmpty)
    #expect(silence.stored == 0)
  }

  @Test("a falsified answer is sent only when the collector has the batch")
  func answers() async throws {
    for fault in Fault.allCases where fault.kind == .answer {
      let outcome = try await outcome(of: fault)
      let answer = outcome.exchange.answer
      #expect(outcome.stored == 1, "\(fault)")
      #expect(outcome.exchange.ending == .closed, "\(fault)")
      switch fault {
      case .closedBeforeAnswer: #expect(answer.isEmpty)
      case .notHTTP: #expect(!answer.hasPrefix("HTTP"))
      case .truncatedAnswer: #expect(try missingBytes(answer) > 0)
      case .halfAgain: #expect(answer.contains(#""result":"retry""#) && answer.contains(Self.id))
      default: #expect(!answer.contains(Self.id) && answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      }
    }
  }

  /// Returns the difference between `Content-Length` and the length of the body.
  func missingBytes(_ answer: String) throws -> Int {
    let parts = answer.components(separatedBy: "\r\n\r\n")
    let line = parts[0].components(separatedBy: "\r\n").first { $0.hasPrefix("Content-Length: ") }
    let length = try #require(line.flatMap { Int($0.dropFirst(16)) })
    return length - parts[1].utf8.count
  }
}
