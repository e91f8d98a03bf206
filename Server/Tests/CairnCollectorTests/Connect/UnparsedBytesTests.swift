import NIOCore
import NIOEmbedded
import Testing

@testable import CairnCollector

@Suite("Bytes that the parser does not take are bounded")
struct UnparsedBytesTests {
  @Test("bytes beyond the limit since the last part of a request are discarded")
  func parts() throws {
    let limit = UnparsedBytesLimit()
    let channel = EmbeddedChannel(handler: limit)
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).wait()
    let half = ByteBuffer(repeating: 0x78, count: UnparsedBytesLimit.maxBytes / 2)
    for _ in 0..<10 {
      try channel.writeInbound(half)
      limit.parsed()
    }
    for _ in 0..<10 { try channel.writeInbound(half) }
    var received = 0
    while let bytes = try channel.readInbound(as: ByteBuffer.self) {
      received += bytes.readableBytes
    }
    #expect(received == 12 * half.readableBytes)
    #expect(channel.isActive)
  }

  @Test("a client with a head that is too large gets its response, also if it continues to send")
  func largeHead() async throws {
    try await TestCollector.run { running in
      for bytes in [85_000, 100_000, 150_000, 1_000_000] {
        let connection = try RawConnection(port: running.port)
        defer { connection.close() }
        let filler = String(repeating: "a", count: bytes)
        try connection.send("GET /health/live HTTP/1.1\r\nHost: x\r\nX-A: \(filler)\r\n\r\n")
        #expect(await offThread { connection.line() }.hasPrefix("HTTP/1.1 400"))
      }
    }
  }
}
