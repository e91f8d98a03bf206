import Foundation
import Testing

@testable import CairnCollector

@Suite("An event is in the stream of Live when it is stored")
struct LiveStreamTests {
  /// Returns the next line of the stream that begins with this text.
  private func line(_ connection: RawConnection, _ prefix: String) async -> String {
    await offThread {
      while true {
        let line = connection.line()
        if line.hasPrefix(prefix) || line.isEmpty { return line }
      }
    }
  }

  private func open(_ running: TestCollector, _ query: String = "") throws -> RawConnection {
    let connection = try RawConnection(port: running.port)
    try connection.send("GET /live/stream\(query) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    return connection
  }

  @Test(
    "the stream shows stored, duplicate and refused events and refused batches, with their reasons")
  func results() async throws {
    try await TestCollector.run { running in
      let connection = try open(running, "?project=KEY")
      #expect(await line(connection, "Content-Type").contains("text/event-stream"))
      #expect(await line(connection, "retry") == "retry: 1000\n")
      let refused = #"{"type":"track","event":"Bad","messageId":"r"}"#
      let body = Batches.body([
        Batches.track("a", more: #","originalTimestamp":"2026-01-01T00:00:00Z""#), refused,
      ])
      _ = try await running.client.post(body, key: "OTHER")
      _ = try await running.client.post(body)
      let first = await line(connection, "data:")
      #expect(first.contains(#""fate":"stored","project":"KEY","id":"a","name":"Seen","user":"u""#))
      #expect(
        first.contains(#""name":"Bad","user":null,"reason":"userId or anonymousId missing""#))
      #expect(first.contains(#""counts":{"stored":1,"duplicate":0,"conflict":0,"refused":1}"#))
      #expect(!first.contains("OTHER"))
      _ = try await running.client.post(body)
      #expect(await line(connection, "data:").contains(#""fate":"duplicate""#))
      #expect(try await running.client.post("{").status == 400)
      #expect(await line(connection, "data:").contains("malformedJSON"))
      connection.close()
    }
  }

  @Test("a shutdown ends the stream")
  func shutdown() async throws {
    let connection = try await TestCollector.run { running in
      let connection = try open(running)
      _ = await line(connection, "retry")
      return connection
    }
    #expect(await line(connection, "data:") == "")
  }

  @Test("the stream accepts viewers up to a maximum, and another one after a viewer has left")
  func viewers() async throws {
    try await TestCollector.run { running in
      let connections = try (0..<LiveFeed.maxViewers).map { _ in try open(running) }
      for connection in connections { _ = await line(connection, "retry") }
      #expect(try await running.client.get("/live/stream").status == 503)
      #expect(try await running.client.post(Batches.tracks(["a"])).status == 200)
      for connection in connections { connection.close() }
      try await eventually("a place is free") {
        let connection = try open(running)
        defer { connection.close() }
        return await line(connection, "HTTP/1.1").hasPrefix("HTTP/1.1 200")
      }
    }
  }
}
