import Cairn
import CairnTesting
import CairnUI
import SwiftUI
import Testing

/// The modifiers that present the inspector.
@MainActor @Suite struct InspectorGestureTests {
  let testing = TestAnalytics()

  @Test("three taps present the inspector in a debug build, and do not disturb the app's own taps")
  func taps() {
    let pressed = Notes<String>()
    let screen = StubScene(
      VStack {
        Text("Welcome")
        Button("Buy") { pressed.append("buy") }
      }
      .analyticsInspector(self.testing.analytics))
    screen.tap("Welcome", times: 2)
    #expect(screen.texts == ["Welcome", "Buy"])
    screen.tap("Buy")
    #expect(pressed.items == ["buy"])
    screen.tap("Welcome", times: 3)
    #expect(screen.texts.contains("Flush") && !screen.texts.contains("Welcome"))
    #expect(screen.tap("Close"))
    #expect(screen.texts == ["Welcome", "Buy"])
  }

  @Test("the view below the inspector does not disappear, so its screen is recorded once")
  func screenBelow() {
    let screen = StubScene(
      Text("Welcome").trackScreen("Home").analytics(self.testing.analytics)
        .analyticsInspector(self.testing.analytics))
    screen.tap("Welcome", times: 3)
    #expect(screen.closeSheet())
    #expect(screen.texts == ["Welcome"])
    testing.expectOnly(.screen("Home"))
  }

  @Test("without an instance, taps present nothing")
  func nothing() {
    let screen = StubScene(Text("Welcome").analyticsInspector(nil))
    screen.tap("Welcome", times: 3)
    #expect(screen.texts == ["Welcome"])
  }

  @Test("an app presents the inspector with a trigger of its own, in all builds")
  func binding() {
    struct App: View {
      let analytics: Analytics
      @State private var showsInspector = false

      var body: some View {
        Button("Inspect") { showsInspector = true }
          .analyticsInspector(analytics, isPresented: $showsInspector)
      }
    }
    let screen = StubScene(App(analytics: self.testing.analytics))
    #expect(screen.tap("Inspect"))
    #expect(screen.texts.contains("Flush"))
    #expect(screen.tap("Close"))
    #expect(screen.texts == ["Inspect"])
  }
}
