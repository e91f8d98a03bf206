import NIOCore
import NIOHTTP1

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// One client's connection: its requests, one after the other.
@available(macOS 14, *)
struct ProxyConnection: Sendable {
  private let connection: FaultProxy.Connection
  private let upstream: Upstream
  private let dice: FaultDice

  init(_ connection: FaultProxy.Connection, _ upstream: Upstream, _ dice: FaultDice) {
    self.connection = connection
    self.upstream = upstream
    self.dice = dice
  }

  /// Returns when the connection is closed; a client that is killed meanwhile is no error.
  func serve() async {
    try? await connection.executeThenClose { requests, answers in
      for try await request in requests {
        guard var answer = try await answer(request) else { return }
        if !request.head.isKeepAlive { answer.head.headers.add(name: "Connection", value: "close") }
        try await answers.write(.head(answer.head))
        if let body = answer.body { try await answers.write(.body(.byteBuffer(body))) }
        try await answers.write(.end(nil))
        if !request.head.isKeepAlive { return }
      }
    }
  }

  /// Nil when the connection is to end without one.
  private func answer(
    _ request: NIOHTTPServerRequestFull
  ) async throws -> NIOHTTPClientResponseFull? {
    switch dice.roll() {
    case nil: return await forward(request)
    case .lostAnswer?:
      _ = await forward(request)
      return nil
    case .reset?:
      try await reset()
      return nil
    case let fault?: return failure(fault.status ?? 500, retryAfter: retryAfter(fault))
    }
  }

  private func forward(_ request: NIOHTTPServerRequestFull) async -> NIOHTTPClientResponseFull {
    do {
      return try await upstream.send(request)
    } catch {
      dice.countMishap()
      return failure(502, retryAfter: nil)
    }
  }

  private func retryAfter(_ fault: Fault) -> Int? {
    fault == .tooManyRequests ? dice.retryAfter() : nil
  }

  private func failure(_ status: Int, retryAfter: Int?) -> NIOHTTPClientResponseFull {
    var headers = HTTPHeaders([("Content-Length", "0")])
    if let retryAfter { headers.add(name: "Retry-After", value: "\(retryAfter)") }
    let head = HTTPResponseHead(
      version: .http1_1, status: .init(statusCode: status), headers: headers)
    return NIOHTTPClientResponseFull(head: head, body: nil)
  }

  /// A socket that does not linger is closed with RST instead of FIN.
  private func reset() async throws {
    let options = connection.channel as? any SocketOptionProvider
    try await options?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    try await connection.channel.close()
  }
}
