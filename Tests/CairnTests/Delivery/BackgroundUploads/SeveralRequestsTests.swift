import Cairn
import CairnTesting
import Foundation
import Testing

/// A batch that needs several requests, which the system cannot send.
@Suite struct SeveralRequestsTests {
  /// A destination whose batches all need several requests.
  struct Parts: BackgroundDestination {
    let name = "parts"
    let transport: FirstHeldTransport

    func deliver(_ batch: Batch) async -> Outcome {
      await HTTPExchange(transport: transport)
        .send(HTTPRequest(url: URL(fileURLWithPath: "/"), body: batch.body), at: 0).outcome
    }

    func request(for batch: Batch) -> HTTPRequest? { nil }
    func outcome(of response: HTTPResponse, for batch: Batch) -> Outcome { .refused("not sent") }
  }

  /// A server that holds its answer to the first request.
  final class FirstHeldTransport: HTTPTransport {
    private let log = Log<HTTPRequest>()
    private let held = Locked<CheckedContinuation<Void, Never>?>(nil)

    var count: Int { log.items.count }

    func untilHeld() async { _ = await log.items { !$0.isEmpty } }

    func release() { held.withLock { $0.take() }?.resume() }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      if count == 0 {
        await withCheckedContinuation { continuation in
          held.withLock { $0 = continuation }
          log.append(request)
        }
      } else {
        log.append(request)
      }
      return HTTPResponse(status: 200)
    }
  }

  private func launch(
    _ transport: FirstHeldTransport, _ host: ManualHost, _ uploader: StubUploader
  ) -> Analytics {
    var configuration = Configuration(destinations: [Parts(transport: transport)])
    configuration.flushAt = 1
    configuration.diagnostics = { _ in }
    configuration = configuration.testing(clock: ManualClock(), host: host)
    configuration.seams.uploader = uploader
    return Analytics(configuration)
  }

  @Test("the request of such a batch continues after the background time, and its answer counts")
  func goesOn() async {
    let (transport, host, uploader) = (FirstHeldTransport(), ManualHost(), StubUploader())
    let analytics = launch(transport, host, uploader)
    analytics.track("One")
    await transport.untilHeld()
    host.enterBackground()
    host.expireBackgroundTime()
    transport.release()
    host.enterForeground()
    #expect(await analytics.flush().isComplete)
    #expect(analytics.ledger().destinations[0].delivered == 1)
    #expect(transport.count == 1)
    #expect(uploader.begun.isEmpty)
    await analytics.close()
  }

  @Test("a batch that needs several requests is sent when the app runs again")
  func later() async {
    let (transport, host, uploader) = (FirstHeldTransport(), ManualHost(), StubUploader())
    let analytics = launch(transport, host, uploader)
    host.enterBackground()
    await host.untilBackgroundTimeEnds()
    host.say(.suspending)
    analytics.track("One")
    host.enterForeground()
    await transport.untilHeld()
    transport.release()
    #expect(await analytics.flush().isComplete)
    #expect(analytics.ledger().destinations[0].delivered == 1)
    #expect(uploader.begun.isEmpty)
    await analytics.close()
  }
}
