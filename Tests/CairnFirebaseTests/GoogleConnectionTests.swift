import Cairn
import CairnFirebase
import CairnTesting
import Foundation
import Testing

/// The outcome of a request over a real connection with the real client.
@Suite struct GoogleConnectionTests {
  /// A destination that sends to this server, and its stored progress.
  struct Sender {
    let holder = DestinationContextHolder()
    let destination: GoogleAnalyticsDestination
    let batch: Batch

    init(
      _ server: String, _ unknownOutcome: GoogleAnalyticsDestination.UnknownOutcome = .settle,
      timeout: Double = 600
    ) async throws {
      destination = GoogleAnalyticsDestination(
        firebaseAppID: "1:123:ios:abc", apiSecret: "very-secret",
        appInstanceID: .fixed(GoogleFixture.instance), unknownOutcome: unknownOutcome,
        server: URL(string: server), transport: URLSessionTransport(timeout: timeout))
      let context = DestinationContext(
        "/memory", files: InMemoryFileSystem(), milliseconds: 0, diagnostics: Diagnostics { _ in })
      destination.attach(to: context)
      holder.hold(context)
      batch = await CapturedEvents.recording { $0.track("A") }.batch(for: destination)
    }

    func deliver() async -> Outcome { await destination.deliver(batch) }

    /// The number of requests that count as sent.
    var sent: Int { BatchProgress(holder, batch).count }
  }

  private func expectUnsent(_ sender: Sender) async {
    guard case .later = await sender.deliver() else {
      Issue.record("it was not put off")
      return
    }
    #expect(sender.sent == 0)
  }

  @Test("where there is no connection nothing counts as sent", arguments: ["refusing", "deaf"])
  func noConnection(how: String) async throws {
    let dead = try #require(DeadPort(how == "deaf" ? .deaf : .refusing))
    try await expectUnsent(Sender("http://127.0.0.1:\(dead.port)", timeout: 1))
    withExtendedLifetime(dead) {}
  }

  @Test("where there is no route nothing counts as sent")
  func noRoute() async throws { try await expectUnsent(Sender("http://224.0.0.1:9")) }

  @Test("where there is no TLS nothing counts as sent, and all is sent when there is")
  func noTrust() async throws {
    let server = try #require(RawServer(.status(400)))
    try await expectUnsent(Sender("https://127.0.0.1:\(server.port)"))
  }

  @Test(
    "a connection that ends after the request was read counts as sent, once",
    arguments: [RawServer.Answer.close, .reset])
  func ended(how: RawServer.Answer) async throws {
    let server = try #require(RawServer(how))
    let sender = try await Sender("http://127.0.0.1:\(server.port)")
    #expect(await sender.deliver() == .accepted)
    #expect(sender.sent == 1)
    #expect(await sender.deliver() == .accepted)
    #expect(server.requests.count == 1)
  }

  @Test("if configured, a request that may have arrived is sent again")
  func sendAgain() async throws {
    let server = try #require(RawServer(.close, .status(204)))
    let sender = try await Sender("http://127.0.0.1:\(server.port)", .sendAgain)
    guard case .later = await sender.deliver() else {
      Issue.record("it was not put off")
      return
    }
    #expect(await sender.deliver() == .accepted)
    #expect(server.requests.count == 2)
  }

  @Test("a request that a server accepts without a response counts as sent")
  func mute() async throws {
    let dead = try #require(DeadPort(.mute))
    // On a busy machine sending takes a while: then only a longer timeout leaves time for the
    // response.
    for timeout in [10.0, 60, 300] {
      let sender = try await Sender("http://127.0.0.1:\(dead.port)", timeout: timeout)
      guard await sender.deliver() == .accepted else { continue }
      #expect(sender.sent == 1)
      return
    }
    withExtendedLifetime(dead) {}
    Issue.record("it counts as not sent")
  }
}
