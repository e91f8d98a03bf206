import Cairn
import CairnContent
import CairnTesting
import Testing

@Suite struct ExclusionTests {
  let scene = ContentFixture()

  func counted(
    _ values: [String: Value], _ calls: (ContentAnalytics) -> Void
  ) async -> [String] {
    let content = scene.launch(ContentConfiguration(values))
    calls(content)
    await content.analytics.flush()
    return scene.counted
  }

  @Test("a URL is excluded wherever the pattern matches in it, in any case")
  func urls() async {
    let counted = await counted(["contentanalytics.excludedAssetUrlsRegexp": "Pixel\\.gif"]) {
      $0.trackAsset("https://x.test/PIXEL.GIF?n=1")
      $0.trackAsset("https://x.test/hero.jpg")
    }
    #expect(counted == ["https://x.test/hero.jpg 1 0"])
  }

  @Test("assets and experiences are excluded by their place, each by its own pattern")
  func locations() async {
    let counted = await counted([
      "contentanalytics.excludedAssetLocationsRegexp": "^debug",
      "contentanalytics.excludedExperienceLocationsRegexp": "test$",
    ]) {
      $0.trackAsset("A", location: "DEBUG/menu")
      $0.trackAsset("A", location: "a test")
      $0.trackAsset("A")
      $0.trackExperienceView("mobile-1", location: "a test")
      $0.trackExperienceView("mobile-1", location: "debug")
    }
    #expect(counted == ["A@a test 1 0", "A 1 0", "mobile-1@debug 1 0"])
  }

  @Test("an invalid pattern excludes nothing, and is logged")
  func broken() async {
    let counted = await counted(["contentanalytics.excludedAssetUrlsRegexp": "(["]) {
      $0.trackAsset("A")
    }
    #expect(counted == ["A 1 0"])
    #expect(said == 1)
  }

  var said: Int { scene.lines.count { $0.hasPrefix("warning content.configuration") } }

  @Test("an invalid pattern is also logged when a property has set it, at the start and later")
  func brokenProperty() async {
    var configuration = ContentConfiguration()
    configuration.excludedExperienceLocationsRegexp = "(["
    let content = scene.launch(configuration)
    #expect(said == 1)
    configuration.excludedExperienceLocationsRegexp = nil
    configuration.excludedAssetLocationsRegexp = "(["
    await content.update(configuration)
    #expect(said == 2)
  }

  @Test(
    "assets of an experience go with its place when that is switched on", arguments: [true, false])
  func assetsOfExperiences(isOn: Bool) async {
    let counted = await counted([
      "contentanalytics.excludeAssetsFromUntrackedExperience": .bool(isOn),
      "contentanalytics.excludedExperienceLocationsRegexp": "hidden",
    ]) {
      let id = $0.registerExperience(assets: ["x.jpg"], texts: ["Sale"])
      $0.trackAsset("x.jpg", location: "before")
      $0.trackExperienceView(id, location: "hidden")
      $0.trackAsset("x.jpg", location: "after")
      $0.trackExperienceView(id, location: "shown")
      $0.trackAsset("x.jpg", location: "again")
    }
    let assets = counted.filter { $0.hasPrefix("x.jpg") }
    #expect(
      assets
        == ["x.jpg@before 1 0"] + (isOn ? [] : ["x.jpg@after 1 0"]) + ["x.jpg@again 1 0"])
  }
}
