import Cairn
import CairnConvert
import CairnTesting
import Foundation
import Testing

/// Reports that wait when the app goes to the background.
@Suite struct ConvertHandOverTests {
  @Test("reports that could not be sent are given to the system, and its answer settles them")
  func handOver() async throws {
    let (host, uploader, clock) = (ManualHost(), CatchingUploader(), ManualClock())
    let network = RecordingTransport(otherwise: { _ in .status(503) })
    let convert = ConvertDestination(sdkKey: "10001/20002", transport: network)
    var configuration = Configuration(destinations: [convert])
    configuration.diagnostics = { _ in }
    configuration = configuration.testing(clock: clock, host: host)
    configuration.seams.uploader = uploader
    let analytics = Analytics(configuration)
    analytics.expose("u1", key: "1")
    analytics.expose("u2", key: "2")
    host.enterBackground()
    await host.untilBackgroundTimeEnds()
    let upload = try #require(uploader.begun.first)
    #expect(uploader.begun.count == 1)
    #expect(upload.request.url.absoluteString.hasSuffix("/v1/track/10001/20002"))
    #expect(analytics.ledger().destinations[0].pending == 2)
    uploader.answer(upload, HTTPResponse(status: 200))
    host.enterForeground()
    #expect(await analytics.flush().isComplete)
    #expect(analytics.ledger().destinations[0].delivered == 2)
    // The system has sent the reports, which are known as sent; the app has tried once.
    analytics.expose("u1", key: "1")
    #expect(await analytics.flush().isComplete)
    #expect(network.requests.count == 1)
    await analytics.close()
  }
}

/// A system uploader that a test answers.
private final class CatchingUploader: BackgroundUploader {
  private let uploads = Locked<[BackgroundUpload]>([])
  private let answered = Locked<Set<String>>([])
  private let receiver = Locked<(@Sendable (String, UploadAnswer) -> Void)?>(nil)

  var begun: [BackgroundUpload] { uploads.withLock { $0 } }

  func answer(_ upload: BackgroundUpload, _ response: HTTPResponse) {
    receiver.withLock { $0 }?(upload.label, .response(response))
    _ = answered.withLock { $0.insert(upload.label) }
  }

  func listen(_ receiver: @escaping @Sendable (String, UploadAnswer) -> Void) {
    self.receiver.withLock { $0 = receiver }
  }

  func upload(_ upload: BackgroundUpload) { uploads.withLock { $0.append(upload) } }

  func outstanding() async -> Set<String> {
    Set(begun.map(\.label)).subtracting(answered.withLock { $0 })
  }

  func cancel(_ label: String) { _ = answered.withLock { $0.insert(label) } }
  func cancelAll() { for upload in begun { cancel(upload.label) } }
  func whenEventsAreTold(_ handler: @escaping @Sendable () -> Void) { handler() }
  func close() {}
}
