import Cairn
import CairnConvert
import CairnExperiments
import Foundation
import Testing

/// Compiles the code of the articles.
@Suite struct ArticleTests {
  private func overview(_ columns: inout Int) {
    let analytics = Analytics(Configuration(destinations: []))
    let experiments = Experiments(analytics, ExperimentsConfiguration(document: []))
    let visitor = experiments.context(attributes: ["plan": "pro"])

    if visitor.runExperience("cart-test")?.key == "compact" { columns = 2 }
    let layout = visitor.runFeature("cart-layout")
    if layout.isEnabled { columns = layout.int("columns") ?? columns }
    visitor.trackConversion("purchase", data: [.amount: 19.9, .transactionID: "T-1"])

    let result = visitor.trackConversion("purchase", data: [.amount: 19.9])
    if result.outcome == .unknownGoal { print("the project has no goal \"purchase\"") }

    visitor.setDefaultSegments([.country: "PT", .visitorType: "returning"])
    visitor.runCustomSegments(["spenders"], attributes: ["spent": 120])
  }

  private func convert() {
    let convert = ConvertDestination(sdkKey: "10001/20002")
    let analytics = Analytics(Configuration(destinations: [convert]))
    let experiments = Experiments(analytics, ExperimentsConfiguration(sdkKey: "10001/20002"))
    _ = experiments
  }

  @Test(
    "every line of the articles' code is in this file",
    arguments: [
      "CairnExperiments/CairnExperiments.docc/CairnExperiments.md",
      "Destinations/Convert/CairnConvert.docc/CairnConvert.md",
    ])
  func compiled(article: String) throws {
    let here = URL(fileURLWithPath: #filePath)
    let source = try String(contentsOf: here, encoding: .utf8)
    let text = try String(
      contentsOf: here.deletingLastPathComponent().appending(path: "../../Sources/\(article)")
        .standardizedFileURL, encoding: .utf8)
    let blocks = text.matches(of: /(?s)```swift\n(.*?)```/).map { $0.1 }
    #expect(!blocks.isEmpty)
    for line in blocks.flatMap({ $0.split(separator: "\n") }) {
      // The set-up in the overview differs: a test sends nothing.
      let isMade = line.hasPrefix("let analytics =") || line.hasPrefix("let experiments =")
      #expect(isMade || source.contains(line))
    }
  }
}
