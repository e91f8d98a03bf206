#if Server
import Cairn
import CairnServer
import CairnTesting
import Foundation
import MetricsTestKit
import Testing

@Suite struct MetricsArticleTests {
  @Test("the article names every metric with its kind and dimensions")
  func table() async throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/CairnServer/CairnServer.docc/Metrics.md").standardizedFileURL
    let article = try String(contentsOf: path, encoding: .utf8)
    let documented = article.matches(of: /(?m)^\| `(cairn_\w+)` \| (\w+) \| ([^|]*)\|/).map {
      "\($0.1) \($0.2) \($0.3.filter { !" `".contains($0) })"
    }
    #expect(Set(documented).sorted() == (try await published()).sorted())
    #expect(Set(documented).count == documented.count)
  }

  private func published() async throws -> Set<String> {
    let metrics = TestMetrics()
    let server = RecordingDestination()
    let analytics = Analytics(
      Configuration(destinations: [server]).testing(clock: ManualClock()))
    analytics.track("")
    analytics.track("One")
    await analytics.close()
    await analytics.diagnostics.publishMetrics(to: metrics)
    func row(_ label: String, _ kind: String, _ dimensions: [(String, String)]) -> String {
      "\(label) \(kind) \(dimensions.map(\.0).joined(separator: ","))"
    }
    return Set(
      metrics.counters.map { row($0.label, "counter", $0.dimensions) }
        + metrics.recorders.map { row($0.label, "gauge", $0.dimensions) }
        + metrics.timers.map { row($0.label, "timer", $0.dimensions) })
  }
}
#endif
