import Foundation
import InMemoryLogging
import Logging
import NIOCore
import Testing

@testable import CairnCollector

@Suite("A viewer of Live that is gone, or does not read, holds nothing")
struct LiveViewerTests {
  /// No deadline of the connection and no sign of life ends a stream within the test.
  private static let patient: ConnectionDeadlines = {
    var deadlines = ConnectionDeadlines()
    deadlines.answer = .hours(1)
    deadlines.beat = .seconds(3_600)
    return deadlines
  }()

  private func open(_ running: TestCollector) async throws -> RawConnection {
    let connection = try RawConnection(port: running.port)
    connection.receiveLittle()
    try connection.send("GET /live/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    let hasBegun = await offThread {
      while true {
        let line = connection.line()
        if line.hasPrefix("retry") || line.isEmpty { return !line.isEmpty }
      }
    }
    #expect(hasBegun)
    return connection
  }

  enum Leaving: CaseIterable {
    case closed, halfClosed, reset
  }

  @Test("the place of a viewer that has left is free immediately", arguments: Leaving.allCases)
  func gone(leaving: Leaving) async throws {
    try await TestCollector.run(deadlines: Self.patient) { running in
      let feed = running.collector.parts.feed
      let other = try await open(running)
      do {
        let connection = try await open(running)
        #expect(feed.viewers == 2)
        switch leaving {
        case .closed: connection.close()
        case .halfClosed: connection.closeSending()
        case .reset:
          // Data that was not read: the system answers with a reset.
          let event = Batches.body([Batches.track("a")])
          #expect(try await running.client.post(event).status == 200)
          try await eventually("data arrives") { connection.hasAnswer() }
        }
        if leaving != .reset { try await eventually("it is free") { feed.viewers == 1 } }
      }
      try await eventually("the place is free") { feed.viewers == 1 }
      other.close()
    }
  }

  @Test("a half-closed connection ends the stream, also if it was closed before the response")
  func early() async throws {
    try await TestCollector.run(deadlines: Self.patient) { running in
      let connection = try RawConnection(port: running.port)
      try connection.send("GET /live/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
      connection.closeSending()
      _ = await offThread { connection.answer() }
      try await eventually("the place is free") { running.collector.parts.feed.viewers == 0 }
    }
  }

  @Test("a shutdown does not wait for a viewer that does not read", arguments: [0, 40, 2_000])
  func shutdown(batches: Int) async throws {
    let handler = InMemoryLogHandler()
    var logger = Logger(label: "test") { _ in handler }
    logger.logLevel = .debug
    let viewer = try await TestCollector.run(deadlines: Self.patient, logger: logger) {
      running in
      let connection = try await open(running)
      let feed = running.collector.parts.feed
      var (number, waits) = (0, 0)
      // For the last case, until the buffers of both sides are full: then a write waits.
      while number < batches, waits < 20 {
        waits = feed.waitingWrites > 0 ? waits + 1 : 0
        let events = (0..<60).map { event in
          Batches.track(
            "\(number)-\(event)", more: #","event":"\#(String(repeating: "x", count: 200))""#)
        }
        #expect(try await running.client.post(Batches.body(events)).status == 200)
        number += 1
      }
      #expect(batches < 2_000 || waits == 20)
      return connection
    }
    viewer.close()
    // What the service group logs when it cancels what did not end.
    let forced = handler.entries.filter { "\($0.message)".contains("longer than allowed") }
    #expect(forced.isEmpty)
  }
}
