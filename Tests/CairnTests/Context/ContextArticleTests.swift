import Cairn
import CairnTesting
import Foundation
import Testing

/// The event in the article Context equals the one that a server receives.
@Suite struct ContextArticleTests {
  let scene = ContextFixture()

  func example() throws -> Value {
    let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/Cairn/Cairn.docc/Context.md"
    ).standardizedFileURL
    let text = try String(contentsOf: article, encoding: .utf8)
    let blocks = text.components(separatedBy: "```json\n")
    let json = try #require(blocks.last?.components(separatedBy: "```").first)
    return .object(try #require(SuperPropertyValues(json: Array(json.utf8))).values)
  }

  /// Returns names with the kinds of their values.
  func shape(_ value: Value) -> Value {
    switch value {
    case .object(let members): .object(members.mapValues(shape))
    case .string: "text"
    case .int, .double: "number"
    case .bool: "yes or no"
    default: "?"
    }
  }

  @Test("the example has the names and kinds of values that a server gets")
  func example() async throws {
    let folder = "/sys/class/dmi/id"
    try scene.storage.files.makeDirectory(folder)
    for name in ["sys_vendor", "product_name"] {
      try OpenFile("\(folder)/\(name)", .create, in: scene.storage.files).write([65], at: 0)
    }
    let analytics = scene.start()
    analytics.superProperties.register(["plan": "pro"])
    let context = try #require(analytics.engine?.context)
    context.look {
      $0.network = .wifi
      $0.screen = Screen(width: 402, height: 874, scale: 2.5)
    }
    await context.settle()
    analytics.openURL(
      try #require(URL(string: "shop://x?utm_source=newsletter&utm_campaign=spring")))
    analytics.track("Report Opened", ["pages": 3])
    let last = try #require(await scene.delivered(by: analytics).last)
    let json = try #require(scene.server.events.last?.json)
    var event = try #require(SuperPropertyValues(json: Array(json))).values
    var shown = try example().members
    #expect(event["event"] == shown["event"])
    #expect(event["sequence"] == shown["sequence"])
    #expect(last.campaign == shown["context"]?.members["campaign"]?.members)
    event["context"] = .object(last.context.filter { $0.key != "app" })
    // Only an app with an Info.plist has this member.
    shown["context"] = .object(shown["context"]?.members.filter { $0.key != "app" } ?? [:])
    #expect(shape(.object(event)) == shape(.object(shown)))
    await analytics.close()
  }

  @Test("a value that an enricher puts into the context replaces the standard one")
  func enricher() async {
    let analytics = scene.start { $0.enrichers = [Locale()] }
    analytics.track("One")
    let events = await scene.delivered(by: analytics)
    #expect(events.map { $0.context["locale"] } == ["xx", "xx"])
    await analytics.close()
  }

  private struct Locale: Enricher {
    func enrich(_ event: inout Event) { event.context["locale"] = "xx" }
  }
}
