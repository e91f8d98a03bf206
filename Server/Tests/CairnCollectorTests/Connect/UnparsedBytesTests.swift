import NIOCore
import NIOEmbedded
import Testing

@testable import CairnCollector

@Suite("Bytes that the parser does not take are bounded")
struct UnparsedBytesTests {
  @Test(
    "a client that asks for another protocol and sends bytes without end is disconnected",
    arguments: [
      "GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nupgrade: websocket\r\nConnection: a, UPGRADE\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nProxy-Connection: upgrade\r\nUpgrade: h2c\r\n\r\n",
      "POST /v1/batch HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n"
        + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
      "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n",
    ])
  func endless(request: String) async throws {
    try await TestCollector.run { running in
      let connection = try RawConnection(port: running.port)
      defer { connection.close() }
      try connection.send(request)
      #expect(await offThread { connection.line() }.hasPrefix("HTTP/1.1 "))
      let bytes = String(repeating: "x", count: 1 << 20)
      // The buffers of the system take a few megabytes of it.
      await #expect(throws: RawConnection.Failure.self) {
        try await offThread { Result { for _ in 0..<64 { try connection.send(bytes) } } }.get()
      }
      #expect(try await running.client.get("/health/live").status == 200)
    }
  }

  @Test("bytes count since the last part of a request")
  func parts() throws {
    let limit = UnparsedBytesLimit()
    let channel = EmbeddedChannel(handler: limit)
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).wait()
    let half = ByteBuffer(repeating: 0x78, count: UnparsedBytesLimit.mostBytes / 2)
    for _ in 0..<10 {
      try channel.writeInbound(half)
      limit.parsed()
    }
    try channel.writeInbound(half)
    try channel.writeInbound(half)
    #expect(channel.isActive)
    try channel.writeInbound(ByteBuffer(string: "x"))
    #expect(!channel.isActive)
  }
}
