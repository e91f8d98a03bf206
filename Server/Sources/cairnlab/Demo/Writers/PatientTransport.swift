import Cairn
import CairnServer
import Foundation

/// Ends a request after a short time, because some never get a response, and later after each ended
/// request: otherwise a busy machine that always responds too late would be retried forever.
final class PatientTransport: HTTPTransport {
  private static let seconds = [2.0, 4, 8, 16, 30]

  private let transports = seconds.map { AsyncHTTPClientTransport(timeout: $0) }
  private let patience = Locked(0)

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let transport = transports[patience.withLock { $0 }]
    do {
      let response = try await transport.send(request)
      patience.withLock { $0 = max(0, $0 - 1) }
      return response
    } catch let error as URLError where error.code == .timedOut {
      patience.withLock { $0 = min($0 + 1, transports.count - 1) }
      throw error
    }
  }
}
