import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import CairnCollector

@Suite("A connection that waits for its client is closed in time, on a manual clock")
struct ConnectionWatchTests {
  let deadlines = ConnectionDeadlines()

  /// Returns a new connection, over which nothing was sent yet.
  func open() throws -> EmbeddedChannel {
    let connections = Connections(capacity: 10, logger: .quiet)
    let channel = EmbeddedChannel(handler: ConnectionWatch(connections, deadlines, logger: .quiet))
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).wait()
    return channel
  }

  func ask(_ channel: EmbeddedChannel) throws {
    let request = HTTPRequest(
      method: .post, scheme: "http", authority: "localhost", path: "/v1/batch")
    try channel.writeInbound(HTTPRequestPart.head(request))
  }

  func send(_ bytes: Int, _ channel: EmbeddedChannel) throws {
    try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: bytes)))
  }

  func answer(_ channel: EmbeddedChannel) throws {
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
  }

  func pass(_ seconds: Int64, _ channel: EmbeddedChannel) {
    channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
  }

  @Test(
    "large chunks are read only while there are few connections",
    arguments: [(1, 8_192), (16, 8_192), (17, 1_024), (2_000, 1_024)])
  func pieces(connections: Int, bytes: Int) {
    #expect(ConnectionWatch.pieceBytes(connections: connections) == bytes)
  }

  @Test("a connection without a whole head is closed after 20 seconds")
  func head() throws {
    let channel = try open()
    pass(19, channel)
    #expect(channel.isActive)
    pass(1, channel)
    #expect(!channel.isActive)
  }

  @Test("after a response a connection is kept for 75 seconds, whatever its deadline was before")
  func idle() throws {
    let channel = try open()
    for _ in 0..<3 {
      pass(15, channel)
      try ask(channel)
      try channel.writeInbound(HTTPRequestPart.end(nil))
      try answer(channel)
    }
    pass(74, channel)
    #expect(channel.isActive)
    pass(1, channel)
    #expect(!channel.isActive)
  }

  @Test("a body has 20 seconds, and a second more for every 500 bytes")
  func body() throws {
    let channel = try open()
    try ask(channel)
    for _ in 0..<40 {
      pass(1, channel)
      try send(500, channel)
    }
    #expect(channel.isActive)
    pass(19, channel)
    #expect(channel.isActive)
    pass(1, channel)
    #expect(!channel.isActive)
  }

  @Test("a body that sends one byte every five seconds is closed")
  func trickle() throws {
    let channel = try open()
    try ask(channel)
    for _ in 0..<4 {
      #expect(channel.isActive)
      try send(1, channel)
      pass(5, channel)
    }
    #expect(!channel.isActive)
  }

  @Test("a connection is kept for any time while its response is due")
  func owed() throws {
    let channel = try open()
    try ask(channel)
    try channel.writeInbound(HTTPRequestPart.end(nil))
    pass(3_600, channel)
    #expect(channel.isActive)
    try answer(channel)
    pass(75, channel)
    #expect(!channel.isActive)
  }

  @Test("the time for the body of a queued request starts with its turn")
  func pipelined() throws {
    let channel = try open()
    try ask(channel)
    try channel.writeInbound(HTTPRequestPart.end(nil))
    try ask(channel)
    pass(100, channel)
    #expect(channel.isActive)
    try answer(channel)
    pass(19, channel)
    #expect(channel.isActive)
    pass(1, channel)
    #expect(!channel.isActive)
  }

  @Test("a connection whose body is never completed is closed, even after its response")
  func earlyAnswer() throws {
    let channel = try open()
    try ask(channel)
    try answer(channel)
    pass(20, channel)
    #expect(!channel.isActive)
  }

  @Test("a connection that sends more of a body after the response is closed, whatever the length")
  func endlessBody() throws {
    let channel = try open()
    try ask(channel)
    try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: 1_000_000)))
    try answer(channel)
    for _ in 0..<19 {
      try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: 1_000_000)))
      pass(1, channel)
    }
    #expect(channel.isActive)
    pass(1, channel)
    #expect(!channel.isActive)
  }

  @Test(
    "a client that sends no HTTP and does not close is disconnected 20 seconds after the response")
  func answerWithoutRequest() throws {
    let channel = try open()
    pass(10, channel)
    try answer(channel)
    pass(19, channel)
    #expect(channel.isActive)
    pass(1, channel)
    #expect(!channel.isActive)
  }

  @Test(
    "a client that reads nothing of its response for 20 seconds is disconnected, a reader is not"
  )
  func answers() throws {
    let channel = try open()
    try ask(channel)
    try channel.writeInbound(HTTPRequestPart.end(nil))
    for _ in 0..<5 {
      channel.isWritable = false
      channel.pipeline.fireChannelWritabilityChanged()
      pass(19, channel)
      #expect(channel.isActive)
      channel.isWritable = true
      channel.pipeline.fireChannelWritabilityChanged()
    }
    channel.isWritable = false
    channel.pipeline.fireChannelWritabilityChanged()
    pass(20, channel)
    #expect(!channel.isActive)
  }
}
