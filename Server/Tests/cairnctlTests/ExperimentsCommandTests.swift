import ToolTestSupport
import Foundation
import Testing

@Suite struct ExperimentsCommandTests {
  private static let vectors = URL(filePath: #filePath).appending(
    path: "../../../../Tests/CairnExperimentsTests/Vectors"
  ).standardizedFileURL
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
          ✓ 1 of 1 locations match; one is required
          · audience pro
            ✗ plan equals "pro"; it is "free"
          ✗ 0 of 1 audiences match; one is required
          → nothing, audienceMismatch: The visitor is not in the experience's audiences.

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

  @Test("the split is shown as a bar for each variation, with the allocation")
  func bars() throws {
    let result = try Command.run(
      "experiments", "distribution", Self.document, "--visitors", "1000", "--experience",
      "checkout")
    #expect(result.status == 0, "\(result.error)")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("checkout (71002, anchored), 1") == true)
    let bars = lines.filter { $0.contains("█") }
    let names = bars.map { $0.split(separator: " ").first.map(String.init) }
    #expect(names == ["one-page", "two-pages", "wizard", "nobody"])
    for (bar, allotted) in zip(bars, ["30.00 %", "30.00 %", "12.50 %", "27.50 %"]) {
      #expect(bar.contains(" \(allotted) "))
    }
    // The smallest share has the shortest bar.
    let lengths = bars.map { bar in bar.count { $0 == "█" } }
    #expect(lengths.min() == lengths[2])
    #expect(lines.last?.contains("chi-square") == true)
    #expect(lines.last?.hasSuffix(": as allotted") == true)
  }

  @Test("an improbable split is an error")
  func improbable() throws {
    // The weights exceed 100 %: nothing remains for the third variation, and yet it gets visitors.
    let path = NSTemporaryDirectory() + "cairn-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try
      #"{"account_id":1,"project":{"id":2},"experiences":[{"id":3,"key":"k","version":12,"variations":[{"id":"a","traffic_allocation":60},{"id":"b","traffic_allocation":60},{"id":"c","traffic_allocation":60}]}]}"#
      .write(toFile: path, atomically: true, encoding: .utf8)
    let result = try Command.run("experiments", "distribution", path, "--visitors", "1000")
    #expect(result.status == 1)
    #expect(result.output.contains("not as allotted"))
  }

  @Test("check counts passed vectors, and fails when any fails")
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

  @Test("check prints each failure with the expected and the found value")
  func checkText() throws {
    let bucketing = Self.vectors.appendingPathComponent("bucketing.json").path
    let passed = try Command.run("experiments", "check", bucketing)
    #expect(passed.status == 0, "\(passed.error)")
    #expect(passed.output.hasSuffix("439       0\n"))
    let path = NSTemporaryDirectory() + "cairn-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try #"{"casts":[{"n":1,"type":"integer","value":"7","expected":8}],"horoscopes":[]}"#
      .write(toFile: path, atomically: true, encoding: .utf8)
    let failed = try Command.run("experiments", "check", path)
    #expect(failed.status == 1)
    #expect(
      failed.output.hasSuffix(
        """
        ✗ casts, n 1
            expected 8
            found    7

        ✗ horoscopes, horoscopes
            expected a known group
            found    "horoscopes"

        """))
  }

  @Test("an invalid document is refused with its path")
  func refused() throws {
    let path = Self.vectors.appendingPathComponent("rules.json").path
    let result = try Command.run("experiments", "explain", path, "--visitor", "v")
    #expect(result.status == 1)
    #expect(result.error.contains("account_id is missing"))
  }
}
