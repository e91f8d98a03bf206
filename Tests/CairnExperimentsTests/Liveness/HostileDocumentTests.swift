import Cairn
import CairnExperiments
import CairnTesting
import Foundation
import Testing

/// The cost limit for hostile documents: measured in processor time of the thread, so that a busy
/// machine does not matter, and compared with the same work on a harmless document.
@Suite(.serialized) struct HostileDocumentTests {
  static func text(_ filler: String) -> [UInt8] {
    Array(#"{"account_id":"1","project":{"id":"2"},"x":[\#(filler)]}"#.utf8)
  }

  @Test(
    "a quarter of a mebibyte of anything is read at the pace of the SDK's own reader",
    arguments: ["0", "{}", "[]", #"{"a":1}"#, "1.5e10"])
  func reading(unit: String) throws {
    let number = (1 << 18) / (unit.utf8.count + 1)
    let bytes = Self.text(Array(repeating: unit, count: number).joined(separator: ","))
    let isBounded = try Cost.isBounded {
      let own = Cost.seconds { _ = Value(json: bytes) }
      let cost = try Cost.seconds { _ = try ExperimentDocument(json: bytes) }
      return cost < 4 * own + 0.02
    }
    #expect(isBounded)
  }

  /// Returns a document with one experience, whose audience has this number of rules with this
  /// pattern.
  private func document(_ count: Int, pattern: String) throws -> ExperimentDocument {
    let rule = Scene.rule("text", .string(pattern), operator: "regexMatches")
    let clauses = [Value](repeating: ["OR_WHEN": [rule]], count: count)
    let branches = clauses.map { clause -> Value in ["AND": [clause]] }
    return try Scene.document([
      "experiences": [Scene.experience(["audiences": ["8001"]])],
      "audiences": [["id": "8001", "rules": ["OR": .array(branches)]]],
    ])
  }

  @Test("patterns have one budget a decision, however many there are")
  func slow() throws {
    let visitor = Scene.visitor("v", ["text": .string(String(repeating: "a", count: 40) + "!")])
    let one = DecisionEngine(try document(1, pattern: "^(a+)+$"))
    let many = DecisionEngine(try document(60, pattern: "^(a+)+$"))
    let isBounded = Cost.isBounded {
      let single = Cost.seconds { _ = one.decide("cart", for: visitor) }
      let cost = Cost.seconds { _ = many.decide("cart", for: visitor) }
      let all = Cost.seconds { _ = many.decideAll(for: visitor) }
      return max(cost, all) < 12 * single + 0.02
    }
    #expect(isBounded)
    #expect(many.decide("cart", for: visitor).reason == .audienceMismatch)
  }

  @Test("patterns have one budget a document, and cost nothing before they are used")
  func bomb() throws {
    let pattern = "(?:a{90}){200}b"
    let visitor = Scene.visitor("v", ["text": "x"])
    let isBounded = try Cost.isBounded {
      let (single, first) = try costs(1, pattern, visitor)
      let (reading, cost) = try costs(200, pattern, visitor)
      return reading < 40 * single + 0.1 && reading + cost < 40 * (single + first) + 0.1
    }
    #expect(isBounded)
  }

  /// Returns the costs of reading a document with this number of rules with this pattern, and of
  /// the first decision.
  private func costs(
    _ count: Int, _ pattern: String, _ visitor: Visitor
  ) throws -> (reading: Double, deciding: Double) {
    var built: ExperimentDocument?
    let reading = try Cost.seconds { built = try document(count, pattern: pattern) }
    let engine = DecisionEngine(try #require(built))
    return (reading, Cost.seconds { _ = engine.decide("cart", for: visitor) })
  }

  private struct Source: ExperimentSource {
    let bytes: [UInt8]
    let name = "given"
    func fetch(etag: String?) async throws -> FetchedDocument { .document(bytes, etag: "e") }
  }

  @Test("a document of more than a mebibyte is not accepted")
  func large() async {
    let analytics = KeeperFixture().launch()
    for (bytes, isTaken) in [(1 << 20, true), (1 << 20 + 1, false), (3 << 20, false)] {
      let filler = String(repeating: " ", count: bytes - Self.text("").count)
      let keeper = DocumentKeeper(
        source: Source(bytes: Self.text(filler)), engine: analytics.engine)
      #expect(await keeper.refresh() == isTaken, "\(bytes)")
    }
    await analytics.close()
  }

  /// Returns a launch on a disk with a stored document.
  private func kept() async -> KeeperFixture {
    let scene = KeeperFixture(KeeperFixture.answer("kept"))
    let analytics = scene.launch()
    let keeper = await scene.keeper(analytics)
    #expect(keeper.now == "kept network")
    await analytics.close()
    return scene
  }

  /// Starts a launch with a disk that the test controls.
  private func launch(_ scene: KeeperFixture, _ files: any FileSystem) -> Analytics {
    var configuration = Configuration.quiet.testing(
      clock: scene.clock, storage: scene.storage, host: scene.host)
    configuration.instance = "app"
    configuration.seams.files = files
    return Analytics(configuration)
  }

  @Test("a start does not wait for the document, neither for the disk nor for parsing")
  func held() async {
    let scene = await kept()
    let (isHeld, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let files = FaultyFileSystem(scene.storage.memory) { call in
      if call.name == "open", call.path.contains("/experiments/"), !call.path.hasSuffix("reading") {
        isHeld.signal()
        _ = gate.wait(timeout: .now() + .seconds(2 * HangLimit.seconds))
        gate.signal()
      }
      return .none
    }
    let analytics = launch(scene, files)
    let begun = Locked<Experiments?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Thread {
      let experiments = Experiments(analytics, ExperimentsConfiguration(source: scene.source))
      begun.withLock { $0 = experiments }
      isDone.signal()
    }.start()
    let isInTime = await Threads.wait(isDone)
    #expect(isInTime)
    gate.signal()
    if !isInTime { _ = await Threads.wait(isDone) }
    let experiments = begun.withLock { $0 }
    // The first decision waits for the document, and is the same as before.
    #expect(experiments?.context(visitorID: "v").runExperience("kept")?.id == "v")
    await analytics.close()
  }

  @Test("a launch that died while it read the document leaves the next one without it")
  func died() async throws {
    let scene = await kept()
    let isDead = Locked(false)
    // The first call of the process after it has read the document.
    let files = FaultyFileSystem(scene.storage.memory) { call in
      if call.name == "remove", call.path.hasSuffix(".reading") { isDead.withLock { $0 = true } }
      return isDead.withLock { $0 } ? .fail(5) : .none
    }
    let dying = launch(scene, files)
    let keeper = DocumentKeeper(source: scene.source, engine: dying.engine)
    _ = keeper.current
    await dying.close(flushingForSeconds: 0)
    #expect(isDead.withLock { $0 })
    let next = scene.launch()
    #expect(DocumentKeeper(source: scene.source, engine: next.engine).now == nil)
    #expect(scene.files().contains { $0.hasSuffix(".bad") })
    #expect(scene.lines.contains("warning experiments.cache"))
    await next.close()
  }

  @Test("a launch that is reading the document does not block another one")
  func sideBySide() async {
    let scene = await kept()
    let one = scene.launch()
    let other = scene.launch()
    let keepers = [one, other].map { DocumentKeeper(source: scene.source, engine: $0.engine) }
    #expect(keepers.map(\.now) == ["kept cache", "kept cache"])
    #expect(scene.files().allSatisfy { !$0.hasSuffix(".bad") && !$0.hasSuffix("reading") })
    await one.close()
    await other.close()
  }
}

extension Threads {
  /// Returns whether the signal comes in time, without blocking a thread of the tasks.
  static func wait(_ semaphore: DispatchSemaphore) async -> Bool {
    await withCheckedContinuation { done in
      Thread {
        let limit = DispatchTime.now() + .seconds(HangLimit.seconds)
        done.resume(returning: semaphore.wait(timeout: limit) == .success)
      }.start()
    }
  }
}
