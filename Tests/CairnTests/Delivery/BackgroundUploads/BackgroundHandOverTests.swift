import Cairn
import CairnTesting
import Foundation
import Testing

/// The batches that the end of the background work hands to the system, and those that it leaves.
@Suite struct BackgroundHandOverTests {
  let host = ManualHost()
  let uploader = StubUploader()
  let server = AnsweringTransport()

  func launch(beside other: GatedDestination? = nil) async -> Analytics {
    let destination = HTTPDestination(
      endpoint: URL(fileURLWithPath: "/v1/batch"), writeKey: "secret", transport: server)
    var configuration = Configuration(destinations: [destination])
    if let other { configuration.destinations.append(other) }
    configuration.flushAt = 1
    configuration.diagnostics = { _ in }
    configuration = configuration.testing(clock: ManualClock(), host: host)
    configuration.seams.uploader = uploader
    let analytics = Analytics(configuration)
    await analytics.flush()
    return analytics
  }

  @Test("a request that has begun meanwhile is not cancelled when the background work ends")
  func meanwhile() async {
    let slow = GatedDestination()
    let analytics = await launch(beside: slow)
    analytics.track("One")
    await server.untilRequests(1)
    host.enterBackground()
    server.answer(200)
    _ = await slow.batches(atLeast: 1)
    analytics.track("Two")
    await server.untilRequests(2)
    slow.open()
    _ = await slow.batches(atLeast: 2)
    #expect(uploader.begun.isEmpty)
    server.answer(200)
    await host.untilBackgroundTimeEnds()
    #expect(uploader.begun.isEmpty)
    #expect(analytics.ledger().destinations.map(\.delivered) == [2, 2])
    #expect(server.count == 2)
  }

  @Test("time that expires after the return to the foreground cancels no request")
  func expiryInFront() async {
    let analytics = await launch()
    analytics.track("One")
    host.enterBackground()
    await server.untilRequests(1)
    host.enterForeground()
    host.expireBackgroundTime()
    #expect(uploader.begun.isEmpty)
    server.answer(200)
    #expect(await analytics.flush().isComplete)
    #expect(server.count == 1)
  }
}

/// A transport whose requests wait until the test answers the oldest one.
final class AnsweringTransport: HTTPTransport {
  private let log = Log<HTTPRequest>()
  private let waiting = Locked<[CheckedContinuation<HTTPResponse, Never>]>([])

  var count: Int { log.items.count }

  func untilRequests(_ count: Int) async { _ = await log.items { $0.count >= count } }

  func answer(_ status: Int) {
    let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    next?.resume(returning: HTTPResponse(status: status, headers: [:], body: []))
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    await withCheckedContinuation { continuation in
      waiting.withLock { $0.append(continuation) }
      log.append(request)
    }
  }
}
