#if Server
import Cairn
import NIOCore

/// The body of a request in parts, which records whether the client has read any of it.
///
/// The client reads the body only after the connection, and TLS if used, are established. Before
/// that, the server cannot have received the request.
final class RequestBody: AsyncSequence, Sendable {
  /// The size of a part; small enough that each part counts as progress on a slow network.
  private static let partBytes = 64 << 10

  private struct State {
    var rest: ByteBuffer
    var wasAskedFor = false
    var isClosed = false
  }

  private let state: Locked<State>

  init(_ bytes: [UInt8]) { state = Locked(State(rest: ByteBuffer(bytes: bytes))) }

  /// Ends the body: the client can read no further part.
  ///
  /// - Returns: Whether the client has read no part.
  func close() -> Bool {
    state.withLock { state in
      state.isClosed = true
      return !state.wasAskedFor
    }
  }

  private func next() -> ByteBuffer? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      state.wasAskedFor = true
      let length = Swift.min(Self.partBytes, state.rest.readableBytes)
      return length == 0 ? nil : state.rest.readSlice(length: length)
    }
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let body: RequestBody

    func next() async -> ByteBuffer? { body.next() }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }
}
#endif
