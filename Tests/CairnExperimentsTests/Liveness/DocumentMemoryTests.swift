import Cairn
import CairnExperiments
import CairnTesting
import Testing

/// The memory limit for hostile documents, each in a separate process, because memory is not
/// returned to the system.
@Suite struct DocumentMemoryTests {
  @Test(
    "a mebibyte of any content takes some dozens of mebibytes while it is read",
    arguments: ["0", "{}", "[]", #"{"a":1}"#, "1.5e10"])
  func reading(unit: String) async {
    await #expect(processExitsWith: .success) { [unit] in
      let count = (1 << 20 - 64) / (unit.utf8.count + 1)
      let filler = Array(repeating: unit, count: count).joined(separator: ",")
      let bytes = HostileDocumentTests.text(filler)
      #expect((1 << 20 - 128)...(1 << 20) ~= bytes.count)
      let before = PeakMemory.bytes
      _ = try ExperimentDocument(json: bytes)
      #expect(PeakMemory.bytes - before < 64 << 20, "\((PeakMemory.bytes - before) >> 20) MiB")
    }
  }

  @Test("many large patterns take no more than one of them could")
  func patterns() async {
    await #expect(processExitsWith: .success) {
      let branches = (0..<1_000).map { number -> Value in
        let pattern = "(?:a{90}){100}b\(number)"
        let rule = Scene.rule("text", .string(pattern), operator: "regexMatches")
        return ["AND": [["OR_WHEN": [rule]]]]
      }
      let audience: Value = ["id": "8001", "rules": ["OR": .array(branches)]]
      let document = try Scene.document([
        "experiences": [Scene.experience(["audiences": ["8001"]])], "audiences": [audience],
      ])
      let visitor = Scene.visitor("v", ["text": "x"])
      let before = PeakMemory.bytes
      #expect(DecisionEngine(document).decide("cart", for: visitor).reason == .audienceMismatch)
      #expect(PeakMemory.bytes - before < 64 << 20, "\((PeakMemory.bytes - before) >> 20) MiB")
    }
  }

  @Test("a document of an earlier version that is too long is set aside unread")
  func kept() async {
    let scene = KeeperFixture()
    let filler = String(repeating: " ", count: 1 << 20)
    scene.network.answerNext(.status(200, body: KeeperFixture.document("long") + filler))
    let first = scene.launch()
    let earlier = DocumentKeeper(source: scene.source, maximumBytes: 16 << 20, engine: first.engine)
    await earlier.settled()
    #expect(earlier.now == "long network")
    await first.close()
    let next = scene.launch()
    let keeper = DocumentKeeper(source: scene.source, engine: next.engine)
    await keeper.settled()
    #expect(keeper.now == nil)
    #expect(scene.files().contains { $0.hasSuffix(".bad") })
    #expect(scene.lines.contains("warning experiments.cache"))
    await next.close()
  }
}
