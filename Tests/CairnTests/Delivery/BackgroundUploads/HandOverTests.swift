import Cairn
import CairnTesting
import Testing

/// The uploads that the system gets when the app is suspended.
@Suite struct HandOverTests {
  let scene = UploadFixture()

  @Test("when the suspension is handled, the system has the whole request, with its body as a file")
  func handOver() async throws {
    let analytics = scene.start()
    let id = analytics.track("One")
    await scene.suspend(analytics)
    let upload = try #require(scene.uploader.begun.first)
    #expect(scene.uploader.begun.count == 1)
    #expect(upload.request.method == "POST")
    #expect(upload.request.body == [])
    #expect(upload.request.header("Authorization") == "Basic c2VjcmV0Og==")
    #expect(upload.notBefore == nil)
    let text = try scene.text(upload)
    #expect(text.hasPrefix(#"{"batch":[{"#))
    #expect(text.contains(try #require(id?.description)))
    #expect(text.hasSuffix(#"Z"}"#))
    #expect(scene.transport.requests.isEmpty)
    #expect(!scene.storageText.contains("c2VjcmV0Og=="))
  }

  @Test("a request that is under way is cancelled, and its batch handed over under the same key")
  func underWay() async throws {
    let hanging = HangingTransport()
    let server = HTTPDestination(
      endpoint: scene.endpoint, writeKey: "secret", transport: hanging)
    let analytics = scene.start { $0.destinations = [server] }
    analytics.track("One")
    async let flushed = analytics.flush()
    let request = await hanging.request()
    await scene.suspend(analytics)
    await hanging.untilCancelled()
    #expect(scene.uploader.begun.map(\.key) == [request.header("Idempotency-Key")])
    #expect(await flushed.pending == 1)
  }

  @Test("an event without a network is handed over as well, and without events nothing is")
  func offline() async {
    let analytics = scene.start()
    await scene.suspend(analytics)
    #expect(scene.uploader.begun.isEmpty)
    analytics.engine?.handle(.offline)
    analytics.engine?.handle(.foreground)
    analytics.track("One")
    await scene.suspend(analytics)
    #expect(scene.uploader.begun.count == 1)
    #expect(scene.transport.requests.isEmpty)
  }

  @Test("an app that is not suspended delivers itself a minute later, and counts the batch once")
  func running() async throws {
    let analytics = scene.start()
    analytics.track("One")
    await scene.suspend(analytics)
    let upload = try #require(scene.uploader.begun.first)
    for _ in 0..<2 {
      await scene.clock.waitForSleeper(forSeconds: 29...31)
      scene.clock.advance(bySeconds: 30)
    }
    let request = await scene.transport.requests(atLeast: 1)[0]
    #expect(request.header("Idempotency-Key") == upload.key)
    await analytics.flush()
    scene.uploader.answer(upload, status: 200)
    #expect(analytics.row().delivered == 1)
    #expect(scene.transport.requests.count == 1)
  }

  @Test("a pause that the server requested is passed to the system")
  func asked() async {
    scene.transport.answerNext(.status(429, headers: ["Retry-After": "60"]))
    let analytics = scene.start { $0.retry.jitter = .none }
    analytics.track("One")
    await analytics.flush()
    await scene.suspend(analytics)
    #expect(scene.uploader.begun.map(\.notBefore) == [scene.clock.now().wall + 60_000])
    #expect(scene.uploader.begun.map(\.key) == [scene.transport.key(0)])
  }

  @Test("a halted destination is handed nothing")
  func halted() async {
    scene.transport.answerNext(.status(401))
    let analytics = scene.start()
    analytics.track("One")
    await analytics.flush()
    await scene.suspend(analytics)
    #expect(scene.uploader.begun.isEmpty)
  }

  @Test("with uploads disabled, or for a destination without requests, nothing is handed over")
  func switchedOff() async {
    let analytics = scene.start { $0.uploadsInBackground = false }
    analytics.track("One")
    await scene.suspend(analytics)
    let own = RecordingDestination(
      name: "own", answer: { _ in .later(afterSeconds: 9, reason: "") })
    let other = scene.start { $0.destinations = [own] }
    other.track("Two")
    await scene.suspend(other)
    #expect(scene.uploader.begun.isEmpty)
  }

  @Test(
    "with encryption nothing is handed over, as is logged, unless decrypted files are allowed",
    arguments: [false, true])
  func encrypted(isAllowed: Bool) async throws {
    let said = Locked<[String]>([])
    let analytics = scene.start {
      $0.encryption = Encryption(cipher: { _ in Mirrored() }, destroyKey: { _ in })
      $0.uploadsDecrypted = isAllowed
      $0.diagnostics = { line in said.withLock { $0.append(line.code) } }
    }
    analytics.track("Kept Secret")
    await scene.suspend(analytics)
    #expect(scene.uploader.begun.count == (isAllowed ? 1 : 0))
    #expect(said.withLock { $0.contains("configuration.uploads") } != isAllowed)
    #expect(scene.storageText.contains("Kept Secret") == isAllowed)
    if let upload = scene.uploader.begun.first {
      #expect(try scene.text(upload).contains("Kept Secret"))
      scene.uploader.answer(upload, status: 200)
    }
    analytics.engine?.handle(.foreground)
    #expect(await analytics.flush().isComplete)
    #expect(analytics.row().delivered == 1)
    #expect(scene.files == [])
    #expect(!scene.storageText.contains("Kept Secret"))
    #expect(scene.transport.requests.count == (isAllowed ? 0 : 1))
  }

  /// A cipher whose results cannot be read as text.
  private struct Mirrored: RecordCipher {
    func seal(
      _ text: UnsafeRawBufferPointer, authenticating header: [UInt8]
    ) throws -> [UInt8] { text.map { ~$0 } }

    func open(
      _ sealed: UnsafeRawBufferPointer, authenticating header: [UInt8]
    ) -> OpenedText { .text(sealed.map { ~$0 }) }
  }

  @Test("a full disk does not prevent a later delivery")
  func full() async {
    let analytics = scene.start()
    analytics.track("One")
    scene.storage.isFull = true
    await scene.suspend(analytics)
    #expect(scene.uploader.begun.isEmpty)
    scene.storage.isFull = false
    analytics.engine?.handle(.foreground)
    #expect(await analytics.flush().isComplete)
  }

  @Test("on a full disk a request in progress ends with the hand-over, since its answer is ignored")
  func fullWhileSending() async {
    let hanging = HangingTransport()
    let server = HTTPDestination(
      endpoint: scene.endpoint, writeKey: "secret", transport: hanging)
    let analytics = scene.start { $0.destinations = [server] }
    analytics.track("One")
    async let flushed = analytics.flush()
    _ = await hanging.request()
    scene.storage.isFull = true
    await scene.suspend(analytics)
    await hanging.untilCancelled()
    #expect(await flushed.pending == 1)
    scene.storage.isFull = false
  }

  @Test("a batch that the system has lost is handed over again, under its key")
  func lost() async throws {
    let analytics = scene.start()
    analytics.engine?.handle(.offline)
    analytics.track("One")
    await scene.suspend(analytics)
    let first = try #require(scene.uploader.begun.first)
    scene.uploader.forget(first)
    analytics.engine?.handle(.foreground)
    await analytics.flush()
    analytics.engine?.handle(.background)
    await scene.suspend(analytics)
    for _ in 0..<100_000 where scene.uploader.begun.count < 2 { await Task.yield() }
    #expect(scene.uploader.begun.map(\.key) == [first.key, first.key])
  }

  @Test("a destination that is removed with its events cancels the system's uploads")
  func removed() async throws {
    let analytics = scene.start()
    analytics.track("One")
    await scene.suspend(analytics)
    await analytics.removeDestination("http", keepingEvents: false)
    #expect(scene.uploader.cancelled == scene.uploader.begun.map(\.label))
    #expect(scene.files.isEmpty)
  }
}
