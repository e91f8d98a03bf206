import Foundation
import Testing

@Suite struct ExperimentsCommandTests {
  private static let vectors = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("CairnExperimentsTests/Vectors")
  private static let document = vectors.appendingPathComponent("document.json").path

  @Test("explain prints each step, and why there is nothing")
  func explain() throws {
    let result = try Command.run(
      "experiments", "explain", Self.document, "--visitor", "shopper-1", "--experience",
      "cart-test",
      "--attributes", "plan=free", "--location", "screen=cart")
    #expect(result.status == 0, "\(result.error)")
    #expect(
      result.output == """
        cart-test (71001)
          · location cart
            ✓ screen equals "cart"; it is "cart"
          ✓ 1 of 1 locations; one is needed
          · audience pro
            ✗ plan equals "pro"; it is "free"
          ✗ 0 of 1 audiences; one is needed
          → nothing, audienceMismatch: The visitor is not of the experience's audiences.

        """)
  }

  @Test("explain as JSON has a variation and its source, and an unknown key is an error")
  func explainJSON() throws {
    let forced = try Command.run(
      "experiments", "explain", Self.document, "--visitor", "shopper-1", "--json",
      "--experience", "checkout", "--forced", "71002=v3")
    let decisions = try #require(
      JSONSerialization.jsonObject(with: Data(forced.output.utf8)) as? [[String: Any]])
    #expect(decisions.first?["variation"] as? String == "wizard")
    #expect(decisions.first?["source"] as? String == "forced")
    let unknown = try Command.run(
      "experiments", "explain", Self.document, "--visitor", "shopper-1", "--experience", "none")
    #expect(unknown.status == 1)
  }

  @Test("the split of many visitors is as allotted, for packed and for anchored variations")
  func distribution() throws {
    let result = try Command.run(
      "experiments", "distribution", Self.document, "--visitors", "20000", "--json")
    #expect(result.status == 0, "\(result.error)")
    let all = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    #expect(all.map { $0["layout"] as? String } == ["packed", "anchored", "packed"])
    let shares = all.map { $0["shares"] as? [[String: Any]] ?? [] }
    #expect(shares.map(\.count) == [3, 4, 2])
    #expect(shares[1].map { $0["allotted"] as? Double } == [0.3, 0.3, 0.125, 0.275])
    #expect(
      shares.map { $0.reduce(0) { $0 + ($1["visitors"] as? Int ?? 0) } } == [
        20_000, 20_000, 20_000,
      ])
  }

  @Test("an improbable split is an error")
  func improbable() throws {
    // Together they are more than all: nothing is left for the third, and yet it gets some.
    let path = NSTemporaryDirectory() + "cairn-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try
      #"{"account_id":1,"project":{"id":2},"experiences":[{"id":3,"key":"k","version":12,"variations":[{"id":"a","traffic_allocation":60},{"id":"b","traffic_allocation":60},{"id":"c","traffic_allocation":60}]}]}"#
      .write(toFile: path, atomically: true, encoding: .utf8)
    let result = try Command.run("experiments", "distribution", path, "--visitors", "1000")
    #expect(result.status == 1)
    #expect(result.output.contains("not as allotted"))
  }

  @Test("check counts what passes, and fails when anything does")
  func check() throws {
    let rules = Self.vectors.appendingPathComponent("rules.json").path
    let result = try Command.run("experiments", "check", rules)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output.hasSuffix("367       0\n"))
    let path = NSTemporaryDirectory() + "cairn-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try #"{"casts":[{"n":1,"type":"integer","value":"7","expected":8}],"horoscopes":[]}"#
      .write(toFile: path, atomically: true, encoding: .utf8)
    let failed = try Command.run("experiments", "check", path, "--json")
    #expect(failed.status == 1)
    let summary = try #require(
      JSONSerialization.jsonObject(with: Data(failed.output.utf8)) as? [String: Any])
    #expect(summary["failed"] as? Int == 2)
  }

  @Test("a document that is none is refused with its path")
  func refused() throws {
    let path = Self.vectors.appendingPathComponent("rules.json").path
    let result = try Command.run("experiments", "explain", path, "--visitor", "v")
    #expect(result.status == 1)
    #expect(result.error.contains("account_id is missing"))
  }

  @Test("the report of bench experiments has its keys")
  func bench() throws {
    let result = try Command.run("bench", "experiments", "--json", "--visitors", "1000")
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(
      Set(report.keys) == [
        "decisions", "served", "decisionNanos", "hashNanos", "decision", "call", "callBesideWriter",
        "decisionsPerSecond", "checksum",
      ])
    #expect(report["decisions"] as? Int == 20_000)
    #expect(report["served"] as? Int ?? 0 > 10_000)
  }
}
