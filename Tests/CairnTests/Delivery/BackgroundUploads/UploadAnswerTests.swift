import Cairn
import CairnTesting
import Testing

/// The outcome of an upload is settled like that of a request.
@Suite struct UploadAnswerTests {
  let scene = UploadFixture()

  func handOver(_ names: String...) async -> (Analytics, [EventID?], BackgroundUpload) {
    let analytics = scene.start()
    let ids = names.map { analytics.track($0) }
    await scene.suspend(analytics)
    return (analytics, ids, scene.uploader.begun[0])
  }

  @Test("a 200 delivers the batch, and later events are handed over next")
  func accepted() async throws {
    let (analytics, ids, upload) = await handOver("One", "Two")
    let next = analytics.track("Three")
    scene.uploader.answer(upload, status: 200)
    let status = try await analytics.waitForDelivery(of: try #require(ids[1]))
    #expect(status?.state == .delivered)
    await scene.suspend(analytics)
    #expect(scene.uploader.begun.count == 2)
    #expect(try scene.text(scene.uploader.begun[1]).contains(try #require(next?.description)))
    #expect(analytics.row().balances)
  }

  @Test("an answer for each event settles each")
  func partial() async throws {
    let (analytics, ids, upload) = await handOver("One", "Two")
    let (good, bad) = (try #require(ids[0]), try #require(ids[1]))
    let body = """
      {"results":[{"messageId":"\(good)","result":"ok"},
      {"messageId":"\(bad)","result":"refused","reason":"no"}]}
      """
    scene.uploader.answer(upload, status: 200, body: body)
    let status = try await analytics.waitForDelivery(of: bad)
    #expect(status?.state == .deadLettered)
    #expect(analytics.row().delivered == 1)
    #expect(scene.files.isEmpty)
  }

  @Test("a requested pause begins at the time of the answer")
  func later() async {
    let (analytics, _, upload) = await handOver("One")
    scene.uploader.answer(upload, status: 429, headers: ["Retry-After": "100"])
    analytics.engine?.handle(.foreground)
    await scene.clock.waitForSleeper(forSeconds: 100...101)
    #expect(analytics.row().pending == 1)
    #expect(scene.transport.requests.isEmpty)
    scene.clock.advance(bySeconds: 101)
    let again = await scene.transport.requests(atLeast: 1)
    #expect(again[0].header("Idempotency-Key") == upload.key)
    #expect(again[0].header("X-Retry-Count") == "1")
  }

  @Test("a batch whose upload has no answer is sent again under its key")
  func none() async {
    let (analytics, _, upload) = await handOver("One")
    scene.uploader.answer(upload, .none(reason: "NSURLErrorDomain -1005"))
    analytics.engine?.handle(.foreground)
    #expect(await analytics.flush().isComplete)
    #expect(scene.transport.key(0) == upload.key)
  }

  @Test("an answer without a running app is settled at the next start")
  func deadApp() async throws {
    let (first, ids, upload) = await handOver("One")
    scene.uploader.answer(upload, status: 200)
    await first.engine?.stop()
    let second = scene.start()
    let status = try await second.waitForDelivery(of: try #require(ids[0]))
    #expect(status?.state == .delivered)
    #expect(scene.transport.requests.isEmpty)
  }

  @Test("without a wake-up, nothing is lost: the next start gets the answer from the system")
  func neverWired() async throws {
    let (first, ids, upload) = await handOver("One")
    await first.engine?.stop()
    let second = scene.start()
    scene.uploader.answer(upload, status: 200)
    let status = try await second.waitForDelivery(of: try #require(ids[0]))
    #expect(status?.state == .delivered)
    #expect(scene.transport.requests.isEmpty)
    #expect(scene.files.isEmpty)
  }

  @Test(
    "an upload lost by the system is sent again with its key, at the start and in the foreground"
  )
  func forgotten() async throws {
    let (first, _, upload) = await handOver("One")
    scene.uploader.forget(upload)
    await first.engine?.stop()
    scene.transport.answerNext(.offline)
    let second = scene.start()
    let sent = await scene.transport.requests(atLeast: 1)
    #expect(sent[0].header("Idempotency-Key") == upload.key)
    await scene.suspend(second)
    scene.uploader.forget(try #require(scene.uploader.begun.last))
    second.engine?.handle(.foreground)
    let again = await scene.transport.requests(atLeast: 2)
    #expect(again[1].header("Idempotency-Key") == upload.key)
  }

  @Test("an upload that the system still has is awaited, then cancelled and sent again")
  func patience() async {
    let (analytics, _, upload) = await handOver("One")
    // Another time than that of the tick which the hand-over requested.
    scene.clock.advance(bySeconds: 1)
    analytics.engine?.handle(.foreground)
    await scene.clock.waitForSleeper(forSeconds: 30...30)
    #expect(scene.transport.requests.isEmpty)
    scene.clock.advance(bySeconds: 30)
    let again = await scene.transport.requests(atLeast: 1)
    #expect(again[0].header("Idempotency-Key") == upload.key)
    #expect(scene.uploader.cancelled == [upload.label])
  }
}
