import Cairn
import CairnContent
import CairnTesting
import CairnUI
import Foundation
import SwiftUI
import Testing

/// The counts of content that views record, on a SwiftUI stub with positions and scrolling.
@MainActor @Suite struct ContentInSwiftUITests {
  let testing = TestAnalytics()

  func show(_ view: @escaping @MainActor () -> some View) -> StubScene {
    let content = ContentAnalytics(testing.analytics)
    return StubScene(view().contentAnalytics(content))
  }

  func wait(_ seconds: Double) { testing.clock.advance(bySeconds: seconds) }

  /// Scrolls everything out of sight, which is like a change to another window.
  func away(_ scene: StubScene) { scene.scroll(to: 10_000) }

  @Test("an asset is viewed after a second without any call, and measured when it is scrolled away")
  func view() async throws {
    let scene = show {
      ScrollView { Text("Hero").frame(height: 400).trackAsset("hero.jpg", location: "home") }
    }
    await testing.clock.waitForSleeper(forSeconds: 1...1)
    wait(1)
    try await testing.untilRecorded(ExpectedEvent(.interaction, "asset"))
    #expect(testing.interactions == ["view hero.jpg @home"])
    wait(1.5)
    scene.update()
    #expect(testing.interactions.count == 1)
    away(scene)
    #expect(testing.interactions == ["view hero.jpg @home", "2500 ms hero.jpg @home"])
  }

  @Test("content below the edge of the window is not seen, until half of it is scrolled in")
  func scrolling() {
    let scene = show {
      ScrollView {
        Text("Top").frame(height: 800)
        Text("Hero").frame(height: 400).trackAsset("hero.jpg")
      }
    }
    wait(60)
    scene.scroll(to: 199)
    wait(60)
    scene.scroll(to: 200)
    wait(2)
    scene.scroll(to: 199)
    scene.scroll(to: 0)
    #expect(testing.interactions == ["view hero.jpg", "2000 ms hero.jpg"])
  }

  @Test("the scroll view hides content outside of it, even if there is space in the window")
  func scrollView() {
    let scene = show {
      VStack {
        Text("Header").frame(height: 600)
        ScrollView { Text("Hero").frame(height: 100).trackAsset("hero.jpg") }
      }
    }
    scene.scroll(to: 51)
    wait(60)
    away(scene)
    #expect(testing.interactions == [])
  }

  @Test("an article longer than the window is viewed, and measured down to where it was read")
  func article() throws {
    let scene = show {
      ScrollView { Text("Article").frame(height: 4_000).trackAsset("article") }
    }
    wait(1)
    scene.scroll(to: 1_200)
    away(scene)
    #expect(testing.interactions == ["view article", "1000 ms article"])
    let measures = try #require(testing.events.last).properties["measures"]
    #expect(
      measures == ["dwellMilliseconds": 1_000, "visibleFraction": 0.2, "scrollDepth": 0.5])
  }

  @Test("an article more than a hundred windows long is viewed as well")
  func longArticle() throws {
    let scene = show {
      ScrollView { Text("Article").frame(height: 120_000).trackAsset("article") }
    }
    wait(1)
    scene.scroll(to: 1_200)
    scene.scroll(to: 130_000)
    #expect(testing.interactions == ["view article", "1000 ms article"])
    let measures = try #require(testing.events.last).properties["measures"]
    #expect(
      measures == ["dwellMilliseconds": 1_000, "visibleFraction": 0.001, "scrollDepth": 0.01])
  }

  @Test(
    "covered by another screen a view ends, and visible again it counts again; redrawn it does not")
  func navigation() {
    let scene = show {
      NavigationStack {
        VStack { NavigationLink("Tent", value: 7).trackExperience("mobile-1", location: "list") }
          .navigationDestination(for: Int.self) { Text("Number \($0)") }
      }
    }
    wait(1)
    scene.update()
    scene.appearAgain()
    wait(1)
    scene.tap("Tent")
    wait(30)
    scene.goBack()
    wait(3)
    scene.tap("Tent")
    #expect(
      testing.interactions == [
        "view mobile-1 @list", "2000 ms mobile-1 @list", "view mobile-1 @list",
        "3000 ms mobile-1 @list",
      ])
  }

  @Test("content is not viewed in the background, and the foreground continues the same view")
  func background() {
    let scene = show { ScrollView { Text("Hero").trackAsset("hero.jpg") } }
    wait(2)
    testing.host.enterBackground()
    #expect(testing.interactions == ["view hero.jpg", "2000 ms hero.jpg"])
    wait(1_000)
    testing.host.enterForeground()
    wait(0.5)
    away(scene)
    #expect(testing.interactions == ["view hero.jpg", "2000 ms hero.jpg", "500 ms hero.jpg"])
  }

  @Test("a view that shows another asset ends the one before")
  func replaced() {
    final class Model { var url = "one.jpg" }
    let model = Model()
    let scene = show { ScrollView { Text("Picture").trackAsset(model.url) } }
    wait(1)
    model.url = "two.jpg"
    scene.update()
    wait(4)
    away(scene)
    #expect(
      testing.interactions == [
        "view one.jpg", "1000 ms one.jpg", "view two.jpg", "4000 ms two.jpg",
      ])
  }

  @Test(
    "an asset is counted as soon as there is content analytics, and by the one that exists then")
  func lateAnalytics() {
    final class Model { var content: ContentAnalytics? }
    let (model, said, other) = (Model(), Notes<String>(), TestAnalytics())
    let missing = MissingAnalytics { said.append($0.code) }
    let scene = StubScene(
      ScrollView { Text("Hero").trackAsset("hero.jpg") }
        .contentAnalytics(model.content).environment(\.missingAnalytics, missing))
    wait(5)
    model.content = ContentAnalytics(testing.analytics)
    scene.update()
    wait(2)
    model.content = ContentAnalytics(other.analytics)
    scene.update()
    other.clock.advance(bySeconds: 3)
    away(scene)
    #expect(testing.interactions == ["view hero.jpg", "2000 ms hero.jpg"])
    #expect(other.interactions == ["view hero.jpg", "3000 ms hero.jpg"])
    #expect(said.items == ["ui.noAnalytics"])
  }

  @Test("several assets are measured apart, also the same one at two places")
  func several() {
    let scene = show {
      ScrollView {
        Text("A").trackAsset("a.jpg", location: "top")
        Text("A").trackAsset("a.jpg", location: "bottom")
        Text("Room").frame(height: 800)
        Text("B").trackAsset("b.jpg")
      }
    }
    wait(2)
    away(scene)
    #expect(
      Set(testing.interactions) == [
        "view a.jpg @top", "2000 ms a.jpg @top", "view a.jpg @bottom", "2000 ms a.jpg @bottom",
      ])
    #expect(testing.interactions.count == 4)
  }

  @Test("a tap is counted as a click, and the button it falls on does its own work as well")
  func clicks() {
    let pressed = Notes<String>()
    let scene = show {
      VStack {
        Button("Hero") { pressed.append("hero") }
          .trackAssetClick("hero.jpg", location: "home", extras: ["n": 1])
        Text("Banner").trackExperienceClick("mobile-1")
      }
    }
    scene.tap("Hero")
    scene.tap("Banner")
    #expect(pressed.items == ["hero"])
    #expect(testing.interactions == ["click hero.jpg @home", "click mobile-1"])
    #expect(testing.events.first?.properties["extras"] == ["n": 1])
  }

  @Test("without content analytics nothing is recorded, which is logged once")
  func missing() {
    let said = Notes<String>()
    let missing = MissingAnalytics { said.append("\($0.level) \($0.code): \($0.message)") }
    let scene = StubScene(
      VStack {
        Text("Hero").trackAssetClick("hero.jpg")
        Text("Title").trackTap("Title Tapped")
      }
      .environment(\.missingAnalytics, missing))
    for text in ["Hero", "Hero", "Title"] { scene.tap(text) }
    let beginnings = [
      "warning ui.noAnalytics: \"hero.jpg\" was not recorded: no content analytics in the environment",
      "warning ui.noAnalytics: \"Title Tapped\" was not recorded: no analytics in the environment",
    ]
    #expect(zip(said.items, beginnings).map { $0.hasPrefix($1) } == [true, true])
    #expect(said.items.count == 2)
    #expect(said.items.first?.contains("add .contentAnalytics(_:) to the root view") == true)
  }

  @Test("a view reads the content analytics from its environment")
  func environment() {
    struct Reader: View {
      @Environment(\.contentAnalytics) private var content
      var body: some View { Button("Go") { content?.trackAssetClick("a.jpg") } }
    }
    let scene = show { Reader() }
    scene.activate("Go")
    #expect(testing.interactions == ["click a.jpg"])
  }
}
