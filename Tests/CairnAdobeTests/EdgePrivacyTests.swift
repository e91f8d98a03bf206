import Cairn
import CairnAdobe
import CairnContent
import CairnTesting
import Foundation
import Testing

/// The state that the destination keeps from the network's responses is user data: it is erased and
/// encrypted with the rest.
@Suite struct EdgePrivacyTests {
  static let needle = "needle-8d20"
  let clock = ManualClock()
  let storage = TestStorage()

  func launch(
    _ network: any HTTPTransport, _ change: (inout Configuration) -> Void = { _ in }
  ) -> ContentAnalytics {
    let settings = ContentConfiguration([
      "edge.configId": "ds", "contentanalytics.excludeAssetsFromUntrackedExperience": true,
    ])
    var own = Configuration(destinations: [AdobeEdgeDestination(settings, transport: network)])
    own.diagnostics = { _ in }
    own.consentCategories = ["adobe": [.advertising]]
    own = own.testing(clock: clock, storage: storage)
    change(&own)
    return ContentAnalytics(Analytics(own), settings)
  }

  func store() -> String {
    #"{"handle":[{"type":"state:store","payload":[{"key":"k","value":"\#(Self.needle)","maxAge":100000}]}]}"#
  }

  var found: [String] { storage.memory.paths(in: "/test", holding: Self.needle) }

  enum End: CaseIterable, Sendable { case reset, erasure, denial, category }

  func end(_ end: End, _ content: ContentAnalytics) async throws {
    switch end {
    case .reset: content.analytics.reset()
    case .erasure: try await content.analytics.erase()
    case .denial:
      content.analytics.setConsent(.denied)
      content.analytics.setConsent(.granted)
      await content.analytics.flush()
    case .category:
      content.analytics.setConsent([.advertising: .denied])
      content.analytics.setConsent([.advertising: .granted])
    }
  }

  @Test(
    "a reset, an erasure and a denial, also of a category, remove the state from the network",
    arguments: End.allCases)
  func forgotten(by reason: End) async throws {
    let network = RecordingTransport()
    network.answerNext(.body(store()))
    let content = launch(network)
    content.trackAsset("A")
    await content.analytics.flush()
    #expect(found.count == 1)
    try await end(reason, content)
    #expect(found == [])
    content.trackAsset("B")
    await content.analytics.flush()
    await content.analytics.engine?.stop()
    let next = launch(network)
    next.trackAsset("C")
    await next.analytics.flush()
    #expect(network.requests.map(\.state) == [[], [], []])
  }

  @Test("state from the network of a removed destination is removed by a reset")
  func forgottenAside() async {
    let network = RecordingTransport()
    network.answerNext(.body(store()))
    let content = launch(network)
    content.trackAsset("A")
    await content.analytics.flush()
    await content.analytics.removeDestination("adobe")
    #expect(found.count == 1)
    content.analytics.reset()
    #expect(found == [])
    await content.analytics.addDestination(
      AdobeEdgeDestination(ContentConfiguration(["edge.configId": "ds"]), transport: network))
    content.trackAsset("B")
    await content.analytics.flush()
    #expect(network.requests.map(\.state) == [[], []])
  }

  @Test("state that could not be removed at a denial is removed at the next start")
  func forgottenLater() async {
    let network = RecordingTransport()
    network.answerNext(.body(store()))
    let disk = Disk()
    let content = launch(network) { $0.seams.files = disk.files(storage) }
    content.trackAsset("A")
    await content.analytics.flush()
    disk.fails.withLock { $0 = "open" }
    content.analytics.setConsent([.advertising: .denied])
    #expect(found.count == 1)
    await content.analytics.engine?.stop()
    let next = launch(network)
    #expect(found == [])
    next.analytics.setConsent([.advertising: .granted])
    next.trackAsset("B")
    await next.analytics.flush()
    #expect(network.requests.map(\.state) == [[], []])
  }

  private final class Disk: Sendable {
    let lines = Locked<[String]>([])
    /// The call that fails, in addition to the removal of the destination's state.
    let fails = Locked("remove")

    func files(_ storage: TestStorage) -> FaultyFileSystem {
      FaultyFileSystem(storage.files) { [self] call in
        let isMeant = call.name == "remove" || call.name == fails.withLock { $0 }
        return isMeant && call.path.hasSuffix("/memory-of-user") ? .fail(FileError.busy) : .none
      }
    }
  }

  @Test("state that cannot be removed is overwritten, and if that fails, it is logged")
  func unremovable() async {
    let network = RecordingTransport()
    let disk = Disk()
    let content = launch(network) {
      $0.diagnostics = { line in disk.lines.withLock { $0.append(line.code) } }
      $0.seams.files = disk.files(storage)
    }
    for _ in 1...2 {
      network.answerNext(.body(store()))
      content.trackAsset("A")
      await content.analytics.flush()
      #expect(found.count == 1)
      content.analytics.reset()
      #expect(found == [])
    }
    #expect(!disk.lines.withLock { $0 }.contains("reset.storage"))
    network.answerNext(.body(store()))
    content.trackAsset("A")
    await content.analytics.flush()
    disk.fails.withLock { $0 = "open" }
    content.analytics.reset()
    #expect(disk.lines.withLock { $0 }.contains("reset.storage"))
  }

  /// Responds when the test requests it.
  final class Slow: HTTPTransport {
    let asked = AsyncStream<Void>.makeStream()
    let told = AsyncStream<Void>.makeStream()
    let methods = Locked<[String]>([])
    private let answer: String

    init(_ answer: String) { self.answer = answer }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      methods.withLock { $0.append(request.method) }
      asked.continuation.yield()
      // Continues even if it is cancelled.
      let (told, answer) = (told.stream, answer)
      await Task.detached { for await _ in told { break } }.value
      defer { asked.continuation.yield() }
      return HTTPResponse(status: 200, body: Array(answer.utf8))
    }
  }

  @Test("an answer after everything was removed is not kept", arguments: End.allCases)
  func late(reason: End) async throws {
    let network = Slow(store())
    let destination = AdobeEdgeDestination(
      ContentConfiguration(["edge.configId": "ds"]), transport: network)
    var own = Configuration(destinations: [destination])
    own.diagnostics = { _ in }
    own.consentCategories = ["adobe": [.advertising]]
    let content = ContentAnalytics(Analytics(own.testing(clock: clock, storage: storage)))
    content.trackAsset("A")
    let flush = Task { await content.analytics.flush() }
    var asked = network.asked.stream.makeAsyncIterator()
    await asked.next()
    switch reason {
    case .reset: content.analytics.reset()
    case .erasure: try await content.analytics.erase()
    case .denial: content.analytics.setConsent(.denied)
    case .category: content.analytics.setConsent([.advertising: .denied])
    }
    network.told.continuation.yield()
    await asked.next()
    _ = await flush.value
    await content.analytics.engine?.stop()
    #expect(found == [])
  }

  @Test("an answer to a cancelled request is neither kept nor reported")
  func cancelled() async {
    let network = Slow(store())
    let edge = AdobeEdgeDestination(
      ContentConfiguration(["edge.configId": "ds"]), transport: network)
    try? storage.files.makeDirectory("/test")
    edge.attach(
      to: DestinationContext(
        "/test/memory", files: storage.files, milliseconds: 0, diagnostics: Diagnostics { _ in }))
    let group = SealedGroup(id: UUID(), events: [], payload: Array("{}".utf8))
    let batch = Batch(
      key: UUID(), events: [], body: SealedGroups([group]).body, attempt: 0, milliseconds: 0)
    let request = Task { await edge.deliver(batch) }
    var asked = network.asked.stream.makeAsyncIterator()
    await asked.next()
    request.cancel()
    network.told.continuation.yield()
    let outcome = await request.value
    #expect(found == [])
    guard case .later = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test(
    "encryption leaves no text of interactions, experiences or network state readable on disk"
  )
  func encrypted() async {
    let network = RecordingTransport()
    network.answerNext(.body(store()))
    let content = launch(network) { $0.encryption = .turning }
    content.trackAsset(Self.needle, location: Self.needle)
    await content.analytics.flush()
    network.isOffline = true
    let id = content.registerExperience(
      assets: [ContentItem(Self.needle)], texts: [ContentItem(Self.needle)])
    content.trackExperienceView(id, location: Self.needle)
    await content.analytics.flush()
    #expect(storage.memory.paths(in: "/test").contains { $0.hasSuffix("/experiences") })
    #expect(storage.memory.paths(in: "/test").contains { $0.hasSuffix("/memory-of-user") })
    #expect(found == [])
    await content.analytics.engine?.stop()
    network.isOffline = false
    let next = launch(network) { $0.encryption = .turning }
    #expect(next.definitions?.all.map(\.lastLocation) == [Self.needle])
    await next.analytics.flush()
    #expect(network.requests.last?.state == ["k=\(Self.needle)"])
    #expect(next.analytics.ledger().destinations.map(\.pending) == [0])
  }

  @Test("data that was written before encryption is readable in neither place afterwards")
  func switchedOn() async {
    let network = RecordingTransport()
    network.answerNext(.body(store()))
    let content = launch(network)
    content.registerExperience(assets: [ContentItem(Self.needle)], texts: [])
    content.trackAsset("A")
    await content.analytics.flush()
    await content.analytics.engine?.stop()
    #expect(found.count == 2)
    // Unchanged state is not waited for.
    let next = launch(network) { $0.encryption = .turning }
    #expect(found == [])
    #expect(next.definitions?.all.map(\.id) == content.definitions?.all.map(\.id))
    next.trackAsset("B")
    await next.analytics.flush()
    #expect(network.requests.last?.state == ["k=\(Self.needle)"])
  }
}

extension Encryption {
  /// Inverts every bit: it protects nothing, but changes the stored bytes.
  fileprivate static let turning = Encryption(cipher: { _ in Turning() }, destroyKey: { _ in })

  private struct Turning: RecordCipher {
    func seal(_ text: UnsafeRawBufferPointer, authenticating header: [UInt8]) -> [UInt8] {
      text.map { ~$0 }
    }

    func open(_ sealed: UnsafeRawBufferPointer, authenticating header: [UInt8]) -> OpenedText {
      .text(sealed.map { ~$0 })
    }
  }
}
