import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import NIOPosix
import Testing

@testable import CairnCollector

@Suite("When there are too many connections, the one that waits longest for its client is closed")
struct ConnectionsTests {
  func channels(_ count: Int) throws -> [EmbeddedChannel] {
    try (0..<count).map { _ in
      let channel = EmbeddedChannel()
      try channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).wait()
      return channel
    }
  }

  func at(_ seconds: Int) -> NIODeadline { .uptimeNanoseconds(UInt64(seconds) * 1_000_000_000) }

  @Test("the connection that waits longest is closed first, and one that is being answered never")
  func order() throws {
    let connections = Connections(capacity: 3, logger: .quiet)
    let channels = try channels(6)
    for (second, channel) in channels[..<3].enumerated() {
      connections.opened(channel, at: at(second))
    }
    connections.waits(channels[0], since: nil)
    connections.waits(channels[1], since: at(10))
    connections.opened(channels[3], at: at(11))
    #expect(channels.map(\.isActive) == [true, true, false, true, true, true])
    connections.opened(channels[4], at: at(12))
    #expect(channels.map(\.isActive) == [true, false, false, true, true, true])
    #expect(connections.count == 3)
    connections.closed(channels[0])
    connections.opened(channels[5], at: at(13))
    #expect(connections.count == 3)
    #expect(channels[5].isActive)
  }

  @Test(
    "a client between two batches stays connected for a second, also with many other connections")
  func betweenBatches() throws {
    let connections = Connections(capacity: 3, logger: .quiet)
    let client = try channels(1)[0]
    connections.opened(client, at: at(10))
    connections.stored(client)
    for tenth in 0..<1_000 {
      let now = at(10) + .milliseconds(Int64(100 * tenth))
      if tenth % 9 == 0 { connections.waits(client, since: now) }
      connections.opened(try channels(1)[0], at: now)
      #expect(client.isActive)
      #expect(connections.count <= 4)
    }
    for channel in try channels(3) { connections.opened(channel, at: at(200)) }
    #expect(!client.isActive)
  }

  @Test("each connection has 100 milliseconds to send a head, however many others arrive meanwhile")
  func patience() throws {
    let connections = Connections(capacity: 3, logger: .quiet)
    let loop = EmbeddedEventLoop()
    let channels = (0..<1_000).map { _ in EmbeddedChannel(loop: loop) }
    for channel in channels {
      try channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).wait()
      connections.opened(channel, at: loop.now)
    }
    loop.advanceTime(by: .milliseconds(99))
    #expect(channels.filter(\.isActive).count == 1_000)
    connections.waits(channels[7], since: nil)
    loop.advanceTime(by: .milliseconds(1))
    #expect(connections.count == 3)
    #expect(channels.filter(\.isActive).count == 3)
    #expect(channels[7].isActive)
  }

  @Test("a new connection is accepted, even if all others have just stored a batch")
  func allStored() throws {
    let connections = Connections(capacity: 3, logger: .quiet)
    let loop = EmbeddedEventLoop()
    let channels = (0..<4).map { _ in EmbeddedChannel(loop: loop) }
    for (number, channel) in channels.enumerated() {
      try channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).wait()
      connections.opened(channel, at: loop.now)
      if number < 3 { connections.stored(channel) }
    }
    loop.advanceTime(by: .milliseconds(99))
    #expect(channels[3].isActive)
    connections.waits(channels[3], since: nil)
    loop.advanceTime(by: .milliseconds(1_001))
    #expect(channels.filter(\.isActive).count == 3)
    #expect(channels[3].isActive)
  }

  @Test(
    "only a stored batch counts, not a refusal or a public endpoint",
    arguments: [
      (HTTPRequest.Method.post, [HTTPResponse.Status.ok], true), (.post, [.continue, .ok], true),
      (.post, [.unauthorized], false), (.get, [.ok], false), (.post, [.continue], false),
    ])
  func proof(method: HTTPRequest.Method, answers: [HTTPResponse.Status], stays: Bool) throws {
    let connections = Connections(capacity: 2, logger: .quiet)
    let watch = ConnectionWatch(connections, ConnectionDeadlines(), logger: .quiet)
    let client = EmbeddedChannel(handler: watch)
    try client.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).wait()
    let request = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: "/")
    try client.writeInbound(HTTPRequestPart.head(request))
    try client.writeInbound(HTTPRequestPart.end(nil))
    for status in answers {
      try client.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: status)))
    }
    try client.writeOutbound(HTTPResponsePart.end(nil))
    let now = client.embeddedEventLoop.now + .milliseconds(500)
    for channel in try channels(2) { connections.opened(channel, at: now) }
    #expect(client.isActive == stays)
  }

  @Test("a connection with bytes that were not read yet stays open, on real sockets")
  func unread() async throws {
    let connections = Connections(capacity: 2, logger: .quiet)
    let group = MultiThreadedEventLoopGroup.singleton
    let accepted = AsyncStream<any Channel>.makeStream()
    let listener = try await ServerBootstrap(group: group)
      .childChannelOption(.autoRead, value: false)
      .childChannelInitializer { channel in
        accepted.continuation.yield(channel)
        return channel.eventLoop.makeSucceededVoidFuture()
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let address = try #require(listener.localAddress)
    var channels = accepted.stream.makeAsyncIterator()
    var clients: [any Channel] = []
    var served: [any Channel] = []
    for bytes in ["", "P", ""] {
      let client = try await ClientBootstrap(group: group).connect(to: address).get()
      if !bytes.isEmpty { try await client.writeAndFlush(ByteBuffer(string: bytes)) }
      clients.append(client)
      served.append(try #require(await channels.next()))
    }
    let (silent, sender, last) = (served[0], served[1], served[2])
    while try await !sender.eventLoop.submit({ sender.hasUnreadBytes }).get() { await Task.yield() }
    #expect(try await !silent.eventLoop.submit { silent.hasUnreadBytes }.get())
    // Both have waited long enough; the one that has sent data has waited longer.
    let now = NIODeadline.now()
    connections.opened(sender, at: now - .seconds(20))
    connections.opened(silent, at: now - .seconds(10))
    connections.opened(last, at: now)
    silent.closeFuture.whenComplete { _ in connections.closed(silent) }
    try await silent.closeFuture.get()
    #expect(sender.isActive)
    #expect(last.isActive)
    for client in clients { try? await client.close() }
    try await listener.close()
  }

  @Test("where all other connections are being answered, the new one is closed")
  func full() throws {
    let connections = Connections(capacity: 2, logger: .quiet)
    let channels = try channels(3)
    for channel in channels {
      connections.opened(channel, at: at(1))
      connections.waits(channel, since: nil)
    }
    #expect(channels.map(\.isActive) == [true, true, false])
    #expect(connections.count == 2)
  }

  @Test(
    "the limit of connections leaves descriptors to the database and other files",
    arguments: [(1000, 1024, 928), (1000, 4096, 1000), (1000, 256, 160), (1000, 64, 8)])
  func reserve(wanted: Int, limit: Int, connections: Int) {
    #expect(DescriptorLimit.connections(wanted, ofDescriptors: limit) == connections)
  }
}
