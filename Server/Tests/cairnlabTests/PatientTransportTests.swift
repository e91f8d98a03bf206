import Cairn
import CairnTesting
import Foundation
import Testing

@testable import cairnlab

@Suite struct PatientTransportTests {
  @Test("an answer that breaks off in its head, where Foundation ends the process, ends no writer")
  func brokenHead() async throws {
    let server = try #require(
      RawServer(
        .bytes("HTTP/1.1 200 OK\r\nContent-Le"), .bytes("HTTP/1.1 200 OK\r\n"), .status(200)))
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    let transport = PatientTransport()
    for _ in 0..<2 {
      await #expect(throws: URLError.self) {
        try await transport.send(HTTPRequest(url: url, body: [1]))
      }
    }
    #expect(try await transport.send(HTTPRequest(url: url, body: [1])).status == 200)
  }
}
