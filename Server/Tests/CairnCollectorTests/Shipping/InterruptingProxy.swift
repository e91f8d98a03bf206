import AsyncHTTPClient
import Foundation
import Hummingbird
import HummingbirdCore
import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1

@testable import CairnCollector

/// A proxy in front of ClickHouse that interrupts a request at a chosen point.
struct InterruptingProxy: Sendable {
  enum Point: CaseIterable, Sendable {
    /// ClickHouse has received nothing.
    case before
    /// ClickHouse has received a part of the body.
    case inside
    /// ClickHouse has answered, and the client has not received the answer.
    case after
  }

  /// Returns where the request with this statement is interrupted; nil to forward it.
  typealias Decision = @Sendable (_ sql: String) async -> Point?

  private let port: Int
  private let decision: Decision
  /// Called at the point.
  private let interrupt: @Sendable () async -> Void

  /// Runs the proxy while the body runs; passes its port.
  static func run<Result: Sendable>(
    to port: Int, _ decision: @escaping Decision, interrupt: @escaping @Sendable () async -> Void,
    _ body: @Sendable (Int) async throws -> Result
  ) async throws -> Result {
    let proxy = InterruptingProxy(port: port, decision: decision, interrupt: interrupt)
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
      responder: CallbackResponder<BasicRequestContext> { request, _ in
        try await proxy.answer(request)
      },
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) },
      logger: Logger(label: "proxy") { _ in SwiftLogNoOpLogHandler() })
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await application.run() }
      defer { group.cancelAll() }
      var iterator = ports.makeAsyncIterator()
      return try await body(await iterator.next() ?? 0)
    }
  }

  private func answer(_ request: Request) async throws -> Response {
    let body = try await request.body.collect(upTo: 1 << 28)
    let sql = request.uri.queryParameters["query"].map(String.init) ?? String(buffer: body)
    switch await decision(sql) {
    case .before:
      await interrupt()
      return Response(status: .badGateway)
    case .inside:
      _ = try? await forward(request, body, cut: true)
      await interrupt()
      return Response(status: .badGateway)
    case .after:
      let answer = try await forward(request, body)
      await interrupt()
      return answer
    case nil: return try await forward(request, body)
    }
  }

  private struct Cut: Error {}

  private func forward(
    _ request: Request, _ body: ByteBuffer, cut: Bool = false
  ) async throws -> Response {
    var copy = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(request.uri.string)")
    copy.method = .POST
    if cut {
      let half = body.getSlice(at: body.readerIndex, length: body.readableBytes / 2) ?? body
      let stream = AsyncThrowingStream { continuation in
        continuation.yield(half)
        continuation.finish(throwing: Cut())
      }
      copy.body = .stream(stream, length: .known(Int64(body.readableBytes)))
    } else {
      copy.body = .bytes(body)
    }
    let answer = try await HTTPClient.shared.execute(copy, timeout: .seconds(60))
    let text = try await answer.body.collect(upTo: 1 << 24)
    return Response(
      status: HTTPResponse.Status(code: Int(answer.status.code)),
      body: ResponseBody(byteBuffer: text))
  }
}
