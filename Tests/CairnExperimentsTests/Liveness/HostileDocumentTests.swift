import Cairn
import CairnExperiments
import CairnTesting
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// What a document that means harm may cost: counted in the processor's time of the thread, so that a busy machine does not
/// matter, and compared with the same work on a harmless one.
@Suite(.serialized) struct HostileDocumentTests {
  /// Seconds that this thread needs.
  static func cost(_ work: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try work()
    return now() - start
  }

  static func text(_ filler: String) -> [UInt8] {
    Array(#"{"account_id":"1","project":{"id":"2"},"x":[\#(filler)]}"#.utf8)
  }

  @Test(
    "a mebibyte of anything is read at the pace of the SDK's own reader",
    arguments: ["0", "{}", "[]", #"{"a":1}"#, "1.5e10"])
  func reading(unit: String) throws {
    let number = (1 << 18) / (unit.utf8.count + 1)
    let bytes = Self.text(Array(repeating: unit, count: number).joined(separator: ","))
    let own = Self.cost { _ = Value(json: bytes) }
    let cost = try Self.cost { _ = try ExperimentDocument(json: bytes) }
    #expect(cost < 4 * own + 0.02, "\(cost) s, and \(own) s")
  }

  /// A document with one experience, whose audience has so many rules with this pattern.
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
    let one = Decider(try document(1, pattern: "^(a+)+$"))
    let many = Decider(try document(60, pattern: "^(a+)+$"))
    let single = Self.cost { _ = one.decide("cart", for: visitor) }
    let cost = Self.cost { _ = many.decide("cart", for: visitor) }
    #expect(cost < 12 * single + 0.02, "\(cost) s for 60, \(single) s for one")
    let all = Self.cost { _ = many.decideAll(for: visitor) }
    #expect(all < 12 * single + 0.02, "\(all) s")
    #expect(many.decide("cart", for: visitor).reason == .audienceMismatch)
  }

  @Test("patterns have one budget a document, and cost nothing before they are used")
  func bomb() throws {
    let pattern = "(?:a{90}){200}b"
    let single = Self.cost { _ = try? document(1, pattern: pattern) }
    var built: ExperimentDocument?
    let reading = Self.cost { built = try? document(200, pattern: pattern) }
    #expect(reading < 40 * single + 0.1, "\(reading) s for 200, \(single) s for one")
    let decider = Decider(try #require(built))
    let visitor = Scene.visitor("v", ["text": "x"])
    let one = Decider(try document(1, pattern: pattern))
    let first = Self.cost { _ = one.decide("cart", for: visitor) }
    let cost = Self.cost { _ = decider.decide("cart", for: visitor) }
    #expect(
      reading + cost < 40 * (single + first) + 0.1,
      "\(reading + cost) s, \(single + first) s for one")
  }

  private struct Source: ExperimentSource {
    let bytes: [UInt8]
    let name = "given"
    func fetch(etag: String?) async throws -> FetchedDocument { .document(bytes, etag: "e") }
  }

  @Test("a document of more than a mebibyte is not taken")
  func large() async {
    let analytics = KeeperScene().launch()
    for (bytes, isTaken) in [(1 << 20, true), (1 << 20 + 1, false), (3 << 20, false)] {
      let filler = String(repeating: " ", count: bytes - Self.text("").count)
      let keeper = DocumentKeeper(
        source: Source(bytes: Self.text(filler)), engine: analytics.engine)
      #expect(await keeper.refresh() == isTaken, "\(bytes)")
    }
    await analytics.close()
  }

  /// A launch on a disk that was given a document.
  private func kept() async -> KeeperScene {
    let scene = KeeperScene(KeeperScene.answer("kept"))
    let analytics = scene.launch()
    let keeper = await scene.keeper(analytics)
    #expect(keeper.now == "kept network")
    await analytics.close()
    return scene
  }

  /// On the device, with a disk that does what it is told.
  private func launch(_ scene: KeeperScene, _ files: any FileSystem) -> Analytics {
    var configuration = Configuration.quiet.testing(
      clock: scene.clock, storage: scene.storage, host: scene.host)
    configuration.instance = "app"
    configuration.seams.files = files
    return Analytics(configuration)
  }

  @Test("who begins does not wait for the document: neither for the disk nor for its reading")
  func held() async {
    let scene = await kept()
    let (isHeld, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let files = FaultyFileSystem(scene.storage.memory) { call in
      if call.name == "open", call.path.contains("/experiments/"), !call.path.hasSuffix("reading") {
        isHeld.signal()
        _ = gate.wait(timeout: .now() + 5)
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
    let isInTime = await Threads.wait(isDone, seconds: 3)
    #expect(isInTime)
    gate.signal()
    if !isInTime { _ = await Threads.wait(isDone, seconds: 10) }
    let experiments = begun.withLock { $0 }
    // Who decides waits for it: the first decision is what it was.
    #expect(experiments?.context(visitorID: "v").runExperience("kept")?.id == "v")
    await analytics.close()
  }

  @Test("a launch that died while it read the document leaves the next one without it")
  func died() async throws {
    let scene = await kept()
    let isDead = Locked(false)
    // The first thing that the process does after it has read the document.
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

  @Test("a launch that is reading the document keeps nobody else from it")
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
  /// Whether it comes in time, without a thread of the tasks being held.
  static func wait(_ semaphore: DispatchSemaphore, seconds: Double) async -> Bool {
    await withCheckedContinuation { done in
      Thread { done.resume(returning: semaphore.wait(timeout: .now() + seconds) == .success) }
        .start()
    }
  }
}
