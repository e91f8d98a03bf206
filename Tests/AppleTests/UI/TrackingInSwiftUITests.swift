import Cairn
import CairnTesting
import CairnUI
import Foundation
import SwiftUI
import Testing

/// The events that views record, on a SwiftUI stub that draws views, makes them appear and taps on
/// them.
@MainActor @Suite struct TrackingInSwiftUITests {
  let testing = TestAnalytics()
  let said = Notes<String>()

  /// Shows a view in the environment of these tests.
  func show(_ view: @escaping @MainActor () -> some View) -> StubScene {
    let (analytics, missing) = (testing.analytics, missing())
    return StubScene(view().analytics(analytics).environment(\.missingAnalytics, missing))
  }

  func missing() -> MissingAnalytics {
    MissingAnalytics { [said] in said.append("\($0.level) \($0.code): \($0.message)") }
  }

  @Test(
    "a screen is recorded once when it appears, with its properties, and not when it is redrawn")
  func screen() {
    let scene = show { Text("Tents").trackScreen("Products", ["category": "tents"]) }
    testing.expectOnly(.screen("Products", ["category": "tents"], matching: .exactly))
    scene.update()
    scene.appearAgain()
    testing.expectOnly(.screen("Products"))
  }

  @Test("a screen that is covered by another one and uncovered again has appeared twice")
  func navigation() {
    let scene = show {
      NavigationStack {
        VStack { NavigationLink("Tent", value: 7) }
          .trackScreen("Products")
          .navigationDestination(for: Int.self) {
            Text("Number \($0)").trackScreen("Product", ["number": .int($0)])
          }
      }
    }
    #expect(scene.tap("Tent"))
    #expect(scene.texts == ["Number 7"])
    scene.goBack()
    #expect(scene.texts == ["Tent"])
    testing.expectOnly(.screen("Products"), .screen("Product", ["number": 7]), .screen("Products"))
  }

  @Test("a view that shows something else is a new screen when it has a new identity")
  func identity() {
    final class Model { var product = 1 }
    let model = Model()
    let scene = show {
      Text("Product").trackScreen("Product", ["number": .int(model.product)]).id(model.product)
    }
    model.product = 2
    scene.update()
    testing.expectOnly(.screen("Product", ["number": 1]), .screen("Product", ["number": 2]))
  }

  @Test("a tap is recorded, and the button it falls on does its own work as well")
  func tap() {
    let pressed = Notes<String>()
    let scene = show {
      VStack {
        Button("Buy") { pressed.append("button") }.trackTap("Buy Tapped", ["sku": "A-1"])
        Text("Banner").onTapGesture { pressed.append("gesture") }.trackTap("Banner Tapped")
        Text("Plain").trackTap("Plain Tapped")
      }
      .trackTap("Any Tapped")
    }
    for text in ["Buy", "Banner", "Plain"] { #expect(scene.tap(text)) }
    #expect(pressed.items == ["button", "gesture"])
    testing.expectOnly(
      .track("Buy Tapped", ["sku": "A-1"], matching: .exactly), "Any Tapped",
      "Banner Tapped", "Any Tapped", "Plain Tapped", "Any Tapped")
  }

  @Test("a tracked button records before its action, by touch or not, and not while it is disabled")
  func button() {
    let recorded = Notes<Int>()
    let isDisabled = Notes<Bool>()
    let testing = self.testing
    let scene = show {
      VStack {
        TrackedButton("Buy", event: "Buy Tapped", ["sku": "A-1"]) {
          recorded.append(testing.events.count)
        }
        TrackedButton(event: "Help Tapped", role: .cancel) {
        } label: {
          Text("Get")
          Text("help")
        }
        TrackedButton("Order 7" as String, event: "Order Tapped") {}
      }
      .disabled(!isDisabled.items.isEmpty)
    }
    for text in ["Buy", "Get help", "Order 7"] { #expect(scene.tap(text)) }
    #expect(scene.activate("Buy"))
    #expect(recorded.items == [1, 4])
    isDisabled.append(true)
    scene.update()
    scene.tap("Buy")
    scene.activate("Buy")
    testing.expectOnly(
      .track("Buy Tapped", ["sku": "A-1"], matching: .exactly), "Help Tapped",
      "Order Tapped", "Buy Tapped")
  }

  @Test("VoiceOver and the keyboard make no tap: for buttons, there is the tracked button")
  func activation() {
    let scene = show { Button("Buy") {}.trackTap("Buy Tapped") }
    #expect(scene.activate("Buy"))
    #expect(testing.events.isEmpty)
  }

  @Test("a link that opens the app is recorded, with its campaign")
  func link() async throws {
    let testing = TestAnalytics()
    let scene = StubScene(Text("Home").trackOpenedURLs().analytics(testing.analytics))
    scene.open(try #require(URL(string: "https://shop.example/tents?utm_source=letter&token=1")))
    let event = try #require(testing.events.first)
    #expect(event.name == "Deep Link Opened")
    #expect(event.properties["url"] == "https://shop.example/tents?utm_source=letter")
  }

  @Test("without analytics nothing is recorded, buttons work, and it is logged once")
  func missingAnalytics() {
    let missing = missing()
    let pressed = Notes<String>()
    let scene = StubScene(
      VStack {
        TrackedButton("Buy", event: "Buy Tapped") { pressed.append("buy") }
      }
      .trackScreen("Products").environment(\.missingAnalytics, missing))
    scene.tap("Buy")
    #expect(pressed.items == ["buy"])
    #expect(
      said.items == [
        """
        warning ui.noAnalytics: "Products" was not recorded: no analytics in the environment of the view that tracks it; \
        add .analytics(_:) to the root view, and to every view that does not inherit its environment. This is logged once, \
        for the first such event
        """
      ])
  }

  @Test("a part of the app may record with its own instance, or with none")
  func otherInstance() {
    let other = TestAnalytics()
    _ = show {
      VStack {
        Text("Outside").trackScreen("Outside")
        Text("Inside").trackScreen("Inside").analytics(other.analytics)
        Text("Nowhere").trackScreen("Nowhere").analytics(nil)
      }
    }
    testing.expectOnly(.screen("Outside"))
    other.expectOnly(.screen("Inside"))
    #expect(said.items.count == 1)
  }

  @Test("a view reads the analytics from its environment")
  func environment() {
    struct Reader: View {
      @Environment(\.analytics) private var analytics
      var body: some View { Button("Go") { analytics?.track("Gone") } }
    }
    let scene = show { Reader() }
    scene.tap("Go")
    testing.expectOnly("Gone")
  }
}
