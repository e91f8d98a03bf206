import Cairn
import CairnContent
import CairnTesting
import Foundation
import Testing

@Suite struct ContentAnalyticsTests {
  let scene = ContentFixture()

  /// Returns the sent counts of the interactions that these calls tracked.
  func counted(
    _ configuration: ContentConfiguration = ContentConfiguration(),
    _ calls: (ContentAnalytics) -> Void
  ) async -> [String] {
    let content = scene.launch(configuration)
    calls(content)
    await content.analytics.flush()
    return scene.counted
  }

  func warnings(_ code: String) -> Int { scene.lines.count { $0.hasPrefix("warning \(code)") } }

  @Test("every call counts as its name states, including the documented names")
  func calls() async {
    let counted = await counted { content in
      content.trackAsset("A")
      content.trackAsset("A", .click, location: "home")
      content.trackAssetView("B", extras: ["n": 1])
      content.trackAssetClick("B")
      content.trackAssetCollection(["C", "D"], .click, location: "cart")
      content.trackExperienceView("mobile-1", location: "home")
      content.trackExperienceClick("mobile-1", location: "home")
      content.trackAssetInteraction(assetURL: "C", interactionType: .click, assetLocation: "cart")
      content.trackExperienceInteraction(experienceId: "mobile-1", experienceLocation: "home")
    }
    #expect(
      counted == ["A 1 0", "A@home 0 1", "B 1 1", "C@cart 0 2", "D@cart 0 1", "mobile-1@home 2 1"])
  }

  @Test(
    "a blank URL or experience and an empty collection are warned about once a call, and ignored")
  func blank() async {
    let counted = await counted { content in
      #expect(content.trackAsset(" \n") == nil)
      #expect(content.trackExperienceView("") == nil)
      #expect(content.trackAssetCollection([]).isEmpty)
      #expect(
        content.trackAssetCollection(["A", "  ", "B"]).map { $0 == nil } == [false, true, false])
    }
    #expect(counted == ["A 1 0", "B 1 0"])
    #expect(warnings("content.blank") == 4)
  }

  @Test("types of interaction are parsed in any case")
  func types() {
    #expect(InteractionType(ignoringCase: "CLICK") == .click)
    #expect(InteractionType(ignoringCase: "View") == .view)
    #expect(InteractionType(ignoringCase: "definition") == nil)
  }

  @Test("an experience carries its assets, also when it is tracked in a later launch")
  func definitions() async {
    let first = scene.launch()
    let id = first.registerExperience(assets: ["x.jpg", "y.jpg"], texts: ["Sale"])
    first.trackExperienceView(id, location: "home")
    await first.close()
    let second = scene.launch()
    second.trackExperienceClick(id, location: "home")
    await second.analytics.flush()
    #expect(scene.counted == ["\(id)@home 1 1"])
    let properties = scene.server.events.first?.fields?["properties"] as? [String: Any]
    #expect(properties?["assets"] as? [String] == ["x.jpg", "y.jpg"])
    #expect(warnings("content.unknownExperience") == 0)
  }

  @Test("the next launch knows the order in which experiences were used, after the background")
  func order() async {
    let first = scene.launch()
    let ids = ["one", "two", "three"].map {
      first.registerExperience(assets: [], texts: [ContentItem($0)])
    }
    first.trackExperienceView(ids[0])
    first.analytics.engine?.handle(.background)
    await first.close()
    let second = scene.launch()
    #expect(
      second.definitions?.all.map(\.id) == [ids[1], ids[2], ids[0]].map(\.rawValue))
  }

  @Test("an experience that was never registered is counted without assets, and logged once")
  func unknown() async {
    let counted = await counted { content in
      content.trackExperienceView("mobile-9")
      content.trackExperienceView("mobile-9")
    }
    #expect(counted == ["mobile-9 2 0"])
    #expect(warnings("content.unknownExperience") == 1)
  }

  @Test("with experiences disabled no experience is stored, and assets are tracked")
  func assetsOnly() async {
    var configuration = ContentConfiguration()
    configuration.trackExperiences = false
    let content = scene.launch(configuration)
    let id = content.registerExperience(assets: [], texts: ["only text"])
    #expect(id.rawValue == "mobile-b0cd2a904466")
    #expect(content.trackExperienceView(id) == nil)
    content.trackAsset("A")
    await content.analytics.flush()
    #expect(scene.counted == ["A 1 0"])
    #expect(content.definitions?.all.isEmpty == true)
  }

  @Test(
    "an experience too large to be announced is refused once a launch, and its views are counted")
  func tooLarge() async {
    let content = scene.launch(
      ContentConfiguration([
        "edge.configId": "ds", "edge.domain": "edge.test", "experienceCloud.org": "org",
      ]))
    let text = String(repeating: "x", count: 40_000)
    let id = content.registerExperience(assets: ["x.jpg"], texts: [ContentItem(text)])
    for _ in 1...3 { content.trackExperienceView(id) }
    #expect(content.analytics.ledger().refused == [.tooLarge: 1])
    await content.analytics.flush()
    #expect(scene.counted == ["\(id) 3 0"])
  }

  @Test(
    "changed patterns and a changed tracking of experiences apply to the next call"
  )
  func changed() async {
    let content = scene.launch()
    func track(_ place: String) {
      content.trackAsset("A", location: place)
      content.trackAsset("B", location: place)
      content.trackExperienceView("mobile-1", location: place)
    }
    track("one")
    await content.update(
      ContentConfiguration([
        "contentanalytics.excludedAssetUrlsRegexp": "^a$",
        "contentanalytics.excludedExperienceLocationsRegexp": "two",
      ]))
    track("two")
    await content.update(
      ContentConfiguration([
        "contentanalytics.excludedAssetLocationsRegexp": "three",
        "contentanalytics.trackExperiences": false,
      ]))
    track("three")
    content.trackAsset("A", location: "elsewhere")
    await content.update(ContentConfiguration())
    track("four")
    await content.analytics.flush()
    #expect(
      scene.counted == [
        "A@one 1 0", "B@one 1 0", "mobile-1@one 1 0", "B@two 1 0", "A@elsewhere 1 0", "A@four 1 0",
        "B@four 1 0", "mobile-1@four 1 0",
      ])
  }

  @Test("extras arrive merged")
  func extras() async throws {
    let content = scene.launch()
    content.trackAsset("A", extras: ["a": 1, "nested": ["x": [true, nil, 1.5]]])
    content.trackAsset("A", extras: ["b": "two"])
    await content.analytics.flush()
    let properties = try #require(
      scene.server.events.first?.fields?["properties"] as? [String: Any])
    let extras = try #require(properties["extras"] as? [String: Any])
    #expect(Set(extras.keys) == ["a", "b", "nested"])
    #expect(extras["b"] as? String == "two")
  }

  @Test("reset removes the definitions and drops waiting interactions, and nothing reappears")
  func reset() async {
    let content = scene.launch()
    scene.server.isOffline = true
    let id = content.registerExperience(assets: ["x.jpg"], texts: ["Sale"])
    content.trackExperienceView(id)
    await content.analytics.flush()
    #expect(scene.server.batches.count == 1)
    content.reset()
    scene.server.isOffline = false
    content.trackAsset("A")
    await content.analytics.flush()
    await content.close()
    let next = scene.launch()
    await next.analytics.flush()
    #expect(scene.counted.dropFirst() == ["A 1 0"])
    #expect(next.definitions?.all.isEmpty == true)
  }

  @Test("the log shows what is accumulated, recovered and processed")
  func log() async throws {
    let first = scene.launch()
    let id = try #require(first.trackAsset("A"))
    await first.close()
    scene.clock.advance(bySeconds: 1)
    let second = scene.launch()
    second.trackExperienceView("mobile-1")
    scene.clock.advance(bySeconds: 1)
    // Waiting interactions belong to this launch, whichever delivers them.
    await second.update(ContentConfiguration(["contentanalytics.maxBatchSize": 50]))
    await second.analytics.flush()
    let lines = scene.lines.filter { $0.contains("[BATCH_PROCESSOR]") }.map {
      $0.replacingOccurrences(of: id.description, with: "ID")
    }
    #expect(lines[0] == "trace content.tracked: [BATCH_PROCESSOR] accumulated ASSET event: ID")
    #expect(
      lines.contains(
        "trace destination.content: [BATCH_PROCESSOR] event recovered from disk: ASSET, ID"))
    #expect(lines.count { $0.contains("recovered") } == 1)
    #expect(
      lines.contains("debug destination.content: [BATCH_PROCESSOR] processing 1 asset events"))
    #expect(
      lines.contains("debug destination.content: [BATCH_PROCESSOR] processing 1 experience events"))
  }
}
