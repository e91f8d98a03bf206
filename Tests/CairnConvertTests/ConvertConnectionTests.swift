import Cairn
import CairnConvert
import CairnTesting
import Foundation
import Testing

/// The outcome of reports over a real connection, where nothing may arrive twice.
@Suite struct ConvertConnectionTests {
  func outcome(_ server: String, timeout: Double = 600) async throws -> Outcome {
    let destination = ConvertDestination(
      sdkKey: "10001/20002", unknownOutcome: .setAside, server: URL(string: server),
      transport: URLSessionTransport(timeout: timeout))
    let events = await CapturedEvents.recording { $0.expose("u1") }
    return await destination.deliver(events.batch(for: destination))
  }

  private func expectLater(_ outcome: Outcome) {
    guard case .later = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  private func expectSetAside(_ outcome: Outcome) {
    guard case .partial(let refused, again: []) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(refused.keys.sorted() == [0])
  }

  @Test("where there is no connection, no route or no TLS, reports wait")
  func unsent() async throws {
    for kind in [DeadPort.Kind.refusing, .deaf] {
      let dead = try #require(DeadPort(kind))
      expectLater(try await outcome("http://127.0.0.1:\(dead.port)", timeout: 1))
      withExtendedLifetime(dead) {}
    }
    expectLater(try await outcome("http://224.0.0.1:9"))
    let server = try #require(RawServer(.status(400)))
    expectLater(try await outcome("https://127.0.0.1:\(server.port)"))
  }

  @Test("reports of a request that arrived without a response become dead letters")
  func taken() async throws {
    for said in [RawServer.Answer.close, .reset, .bytes("what?")] {
      let server = try #require(RawServer(said))
      expectSetAside(try await outcome("http://127.0.0.1:\(server.port)"))
    }
    let dead = try #require(DeadPort(.mute))
    // On a busy machine sending takes a while: then only a longer timeout leaves time for the
    // response.
    var found = Outcome.accepted
    for timeout in [10.0, 60, 300] {
      found = try await outcome("http://127.0.0.1:\(dead.port)", timeout: timeout)
      if case .partial = found { break }
    }
    expectSetAside(found)
    withExtendedLifetime(dead) {}
  }
}
