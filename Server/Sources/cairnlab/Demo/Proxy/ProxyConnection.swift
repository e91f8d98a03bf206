import NIOCore
import NIOHTTP1

/// One client's connection: its requests, one after the other.
@available(macOS 14, *)
struct ProxyConnection: Sendable {
  private let connection: FaultProxy.Connection
  private let upstream: Upstream
  private let faults: DrawnFaults
  private let tally: ProxyTally

  init(
    _ connection: FaultProxy.Connection, _ upstream: Upstream, _ faults: DrawnFaults,
    _ tally: ProxyTally
  ) {
    self.connection = connection
    self.upstream = upstream
    self.faults = faults
    self.tally = tally
  }

  /// Serves until the connection is closed; a client that is killed meanwhile is not an error.
  func serve() async {
    try? await connection.executeThenClose { parts, client in
      var request = ProxyRequest()
      var unserved: Fault?
      defer { if let unserved { faults.putBack(unserved) } }
      for try await part in parts {
        switch part {
        case .head(let head):
          request = ProxyRequest(head: head, fault: faults.next())
          unserved = request.fault
        case .body(let piece): try request.add(piece)
        case .end: request.isWhole = true
        }
        guard request.isReady else { continue }
        unserved = nil
        let ending = try await serve(request, client)
        // A hanging connection is read until the client closes it.
        if ending == .hanging { continue }
        if ending == .reset { try await connection.channel.reset() }
        guard ending == .open, request.head.isKeepAlive else { return }
      }
    }
  }

  private func serve(
    _ request: ProxyRequest, _ client: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) async throws -> FaultCourse.Ending {
    let fault = request.possibleFault
    if let drawn = request.fault, fault == nil { faults.putBack(drawn) }
    tally.count(fault)
    let course = FaultCourse(fault)
    let answer = try await pass(request, course.passed)
    let isKeepAlive = course.ending == .open && request.head.isKeepAlive
    try await write(
      self.answer(fault, answer), course.answered, isKeepAlive: isKeepAlive, client)
    return course.ending
  }

  /// Passes the request on; nil when the collector did not receive it, or did not respond.
  private func pass(
    _ request: ProxyRequest, _ amount: FaultCourse.Amount
  ) async throws -> ProxyAnswer? {
    if request.head.uri.hasPrefix(ProxyAnswer.elsewhere) {
      tally.countStray()
      return ProxyAnswer(status: 200)
    }
    do {
      switch amount {
      case .nothing: return nil
      case .half: try? await upstream.cut(request)
      case .all: return try await upstream.send(request)
      case .slowly: return try await upstream.send(request, slowly: true)
      }
    } catch {
      tally.countMishap()
    }
    return nil
  }

  /// Returns the response for the client.
  private func answer(_ fault: Fault?, _ answer: ProxyAnswer?) -> ProxyAnswer {
    let port = connection.channel.localAddress?.port ?? 0
    guard let fault else { return answer ?? .badGateway }
    return ProxyAnswer(fault, port: port) ?? (answer ?? .badGateway).spoilt(by: fault)
  }

  private func write(
    _ answer: ProxyAnswer, _ amount: FaultCourse.Amount, isKeepAlive: Bool,
    _ client: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) async throws {
    let head = answer.head(isKeepAlive: isKeepAlive)
    switch amount {
    case .nothing: break
    case .half: try await client.write(head + answer.body.firstHalf)
    case .all: try await client.write(head + answer.body)
    case .slowly:
      for piece in (head + answer.body).trickle {
        try await client.write(piece)
        try await ByteBuffer.pause()
      }
    }
  }
}
