import Foundation
import Testing

@testable import cairnlab

/// Tests that the proof detects errors.
@Suite struct ContentProofTests {
  /// Returns the record of a writer whose calls returned for these numbers, and which was killed in
  /// the next call.
  func witness(_ numbers: ClosedRange<Int>) throws -> WitnessRecord {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("witness-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let lines = ["from \(numbers.lowerBound)"] + numbers.map(String.init)
    try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    return WitnessRecord(contentsOf: file.path)
  }

  func entry(_ numbers: [Int], count: Int? = nil) -> EdgeBook.Entry {
    EdgeBook.Entry(
      count: count ?? numbers.count, marks: numbers.map { EventMark(writer: 1, number: $0) })
  }

  func problems(_ entries: [EdgeBook.Entry], changed: Int = 0) throws -> [String] {
    var book = EdgeBook.Contents()
    for (number, entry) in entries.enumerated() { book.entries["\(number)"] = entry }
    book.changed = changed
    let result = ContentDemoResult(
      proof: ContentProof([try witness(1...5)], book), book: book, reports: [], kills: 0,
      proxy: ProxyCounts(), seconds: 0)
    return result.problems
  }

  @Test(
    "interactions that were acknowledged and counted once are correct, and so are interrupted ones")
  func holds() throws {
    #expect(try problems([entry([1, 2, 3]), entry([4, 5])]) == [])
    #expect(try problems([entry([1, 2, 3]), entry([4, 5, 6])]) == [])
  }

  @Test("an event that is received again with its identifier is a duplicate, and counted once")
  func duplicates() throws {
    let book = EdgeBook()
    let body = """
      {"events":[{"xdm":{"_id":"one","experienceContent":{"assets":[{"assetViews":{"value":2},
      "assetClicks":{"value":1},"assetExtras":{"all":
      "[{\\"writer\\":1,\\"number\\":1},{\\"writer\\":1,\\"number\\":2},{\\"writer\\":1,\\"number\\":3}]"}}]}}}]}
      """
    for _ in 1...3 { #expect(book.take(Array(body.utf8))) }
    let result = ContentDemoResult(
      proof: ContentProof([try witness(1...3)], book.contents), book: book.contents, reports: [],
      kills: 0, proxy: ProxyCounts(), seconds: 0)
    #expect(result.problems == [])
    #expect(result.json.contains(#""payloads":3,"duplicatePayloads":2"#))
    #expect(result.json.contains(#""interactions":3,"counted":3"#))
  }

  @Test("an interaction that is lost, counted twice, counted wrongly or made up fails the demo")
  func fails() throws {
    #expect(try problems([entry([1, 2, 3, 5])]).count == 1)
    #expect(try problems([entry([1, 2, 3]), entry([3, 4, 5])]).count == 1)
    #expect(try problems([entry([1, 2, 3], count: 4), entry([4, 5])]).count == 1)
    // Both sums agree with each other, but not with the lists.
    #expect(try problems([entry([1, 2, 3], count: 2), entry([4, 5], count: 3)]).count == 1)
    #expect(try problems([entry([1, 2, 3, 4, 5]), entry([9])]).count == 1)
    #expect(try problems([entry([1, 2, 3, 4, 5])], changed: 1).count == 1)
  }
}
