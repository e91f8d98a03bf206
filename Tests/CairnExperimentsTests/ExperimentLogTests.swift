import Foundation
import Testing

@Suite struct ExperimentLogTests {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
    path: "../../Sources/CairnExperiments", directoryHint: .isDirectory
  ).standardizedFileURL

  @Test("every log line in the source is in the table of the article, once")
  func table() throws {
    let article = try String(
      contentsOf: root.appending(path: "CairnExperiments.docc/Log.md"), encoding: .utf8)
    let documented = article.matches(of: /(?m)^\| (\w+) \| `(\S+)` \|/).map { "\($0.1) \($0.2)" }
    let files = try #require(FileManager.default.enumerator(atPath: root.path))
    let said = try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.flatMap {
      try String(contentsOf: root.appending(path: $0), encoding: .utf8)
        .matches(of: /(?:report|say)\(\s*\.(\w+),\s*"([\w.]+)"/).map { "\($0.1) \($0.2)" }
    }
    #expect(Set(said).count > 5)
    #expect(Set(said).subtracting(documented) == [])
    #expect(Set(documented).count == documented.count)
  }
}
