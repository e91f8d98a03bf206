import Cairn
import CairnTesting
import Foundation

/// A server that survives its client, behind a network that loses requests and responses: each
/// received request is a line in a file, with a mark if its response is lost.
struct FailingNetwork: HTTPTransport {
  private let arrived: Channel
  private let chance: SeededRandomness

  init(_ arrived: Channel, seed: UInt64) {
    self.arrived = arrived
    chance = SeededRandomness(seed: seed)
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let luck = chance.next(upThrough: 19)
    if luck == 0 { throw URLError(.notConnectedToInternet) }
    if luck == 1 { return HTTPResponse(status: 503) }
    // The previous line may be incomplete.
    let mark = luck == 2 ? "lost " : ""
    arrived.write("\n" + mark + String(decoding: request.body, as: UTF8.self))
    if luck == 2 { throw URLError(.networkConnectionLost) }
    return HTTPResponse(status: 200)
  }
}
