#if Server
import Cairn
import NIOCore

/// The body of a request in parts, which knows whether it was asked for.
///
/// That happens only when there is a connection, with trust where that is due. As long as it was not, the server cannot have
/// the request.
final class RequestBody: AsyncSequence, Sendable {
  /// Small enough that each is progress on a slow network.
  private static let partBytes = 64 << 10

  private struct State {
    var rest: ByteBuffer
    var wasAskedFor = false
    var isClosed = false
  }

  private let state: Locked<State>

  init(_ bytes: [UInt8]) { state = Locked(State(rest: ByteBuffer(bytes: bytes))) }

  /// Hands out nothing from now on.
  ///
  /// - Returns: Whether nobody had asked for it until now.
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
