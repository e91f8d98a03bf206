import Foundation
import Testing

@Suite struct BenchJournalTests {
  @Test("the report of bench journal has its keys, and leaves nothing behind")
  func keys() throws {
    let scene = JournalScene()
    try FileManager.default.createDirectory(
      atPath: scene.path, withIntermediateDirectories: true)
    let result = try Command.run(
      "bench", "journal", "--json", "--events", "3000", "--appends", "2000", "--commits", "8",
      "--runs", "1", "--folder", scene.path)
    #expect(result.status == 0, "\(result.error)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(
      Set(report.keys) == [
        "append", "singleCommit", "groupCommit", "openMillis", "openRSSBytes", "openEvents",
        "openBytes", "verifyMBPerSecond", "bare", "sqlite", "runs", "machine",
      ])
    #expect((report["append"] as? [String: Any])?["p50"] as? Int ?? 0 > 0)
    #expect((report["groupCommit"] as? [String: Any])?["appendsPerSecond"] as? Int ?? 0 > 0)
    #expect(report["openEvents"] as? Int == 3_000)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scene.path).isEmpty)
  }

  @Test("too few to say anything is refused")
  func refused() throws {
    #expect(try Command.run("bench", "journal", "--runs", "0").status == 64)
  }
}
