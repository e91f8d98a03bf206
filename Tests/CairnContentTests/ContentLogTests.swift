import Foundation
import Testing

@Suite struct ContentLogTests {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
    path: "../../Sources", directoryHint: .isDirectory
  ).standardizedFileURL

  @Test("every log line about content is in the table of the article, once")
  func table() throws {
    let article = try String(
      contentsOf: root.appending(path: "CairnContent/CairnContent.docc/Log.md"), encoding: .utf8)
    let documented = article.matches(of: /(?m)^\| (\w+) \| `(\S+)` \|/).map { "\($0.1) \($0.2)" }
    let said = try lines("CairnContent") + lines("Destinations/Adobe")
    #expect(Set(said) == Set(documented))
    #expect(Set(documented).count == documented.count)
  }

  private func lines(_ folder: String) throws -> [String] {
    let folder = root.appending(path: folder)
    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
    return try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.flatMap {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        .matches(of: /(\w*)(\?*)\.?report\(\s*\.(\w+),\s*"([\w.]+)"/).map { match in
          // A destination's context adds the prefix.
          let prefix = match.1 == "context" ? "destination." : ""
          return "\(match.3) \(prefix)\(match.4)"
        }
    }
  }
}
