import Cairn
import CairnExperiments
import CairnTesting
import CairnUI
import Foundation
import SwiftUI
import Testing

#if canImport(UIKit)
@testable import Shop
#endif

/// Experiments on a SwiftUI stub that draws views and makes them appear.
@MainActor @Suite struct ExperimentViewTests {
  let testing = TestAnalytics()

  /// Returns a visitor context in which every visitor gets the variation with this key.
  private func visitor(_ key: String) -> ExperimentContext {
    let document = """
      {"account_id":"1","project":{"id":"2"},"goals":[{"id":"9","key":"purchase"}],"experiences":[
      {"id":"7","key":"checkout-button","version":11,
      "variations":[{"id":"70","key":"\(key)","traffic_allocation":100}]}]}
      """
    let experiments = Experiments(
      testing.analytics, ExperimentsConfiguration(document: document.utf8))
    return experiments.context(visitorID: "u1")
  }

  private func seen(_ key: String) -> ExpectedEvent {
    .track(
      "Experiment Viewed", ["experiment_key": "checkout-button", "variation_key": .string(key)])
  }

  @Test("a view of an experiment shows the variation, and reports it once, when it has appeared")
  func view() {
    let view = ExperimentView("checkout-button") { Text($0?.key ?? "nothing") }
    testing.expectOnly()
    let scene = StubScene(view.experiments(visitor("short")))
    #expect(scene.texts == ["short"])
    scene.update()
    scene.appearAgain()
    testing.expectOnly(seen("short"))
  }

  @Test("without a visitor, or without the experiment, there is no variation and no report")
  func nothing() {
    let view = ExperimentView("checkout-button") { Text($0?.key ?? "nothing") }
    #expect(StubScene(view).texts == ["nothing"])
    let other = ExperimentView("other") { Text($0?.key ?? "nothing") }
    #expect(StubScene(other.experiments(visitor("short"))).texts == ["nothing"])
    testing.expectOnly()
  }

  @Test("a variation that draws nothing is reported as well")
  func empty() {
    let view = ExperimentView("checkout-button") { if $0?.key == "shown" { Text("banner") } }
    #expect(StubScene(view.experiments(visitor("hidden"))).texts == [])
    testing.expectOnly(seen("hidden"))
  }

  @Test(
    "content below the edge of a scroll view is not reported before it is scrolled in",
    arguments: ["short", "hidden"])
  func belowTheEdge(key: String) {
    let scene = StubScene(
      ScrollView {
        VStack {
          Text("Top").frame(height: 900)
          ExperimentView("checkout-button") { if $0?.key == "short" { Text("Pay") } }
        }
      }
      .experiments(visitor(key)))
    scene.scroll(to: 99)
    testing.expectOnly()
    scene.scroll(to: 101)
    testing.expectOnly(seen(key))
    scene.scroll(to: 0)
    scene.scroll(to: 200)
    testing.expectOnly(seen(key))
  }

  @Test(
    "a variation that a view reads is not reported before the view with the report is scrolled in")
  func wrapperBelowTheEdge() {
    let scene = StubScene(
      ScrollView {
        VStack {
          Text("Top").frame(height: 900)
          Button().experiments(visitor("short"))
        }
      }
      .experiments(nil))
    // The variation's own view is visible, but not yet the one that reports.
    scene.scroll(to: 140)
    testing.expectOnly()
    scene.scroll(to: 145)
    testing.expectOnly(seen("short"))
  }

  @Test("a variation that the visitor gets while the view is on the screen is reported then")
  func later() async {
    final class Model { var visitor: ExperimentContext? }
    struct Screen: View {
      let model: Model
      var body: some View { Button().experiments(model.visitor) }
    }
    let model = Model()
    let scene = StubScene(Screen(model: model))
    #expect(scene.texts == ["nothing", "here"])
    model.visitor = visitor("short")
    scene.update()
    #expect(scene.texts == ["short", "here"])
    while testing.events.isEmpty { await Task.yield() }
    testing.expectOnly(seen("short"))
  }

  @Test("a view on the screen stays as it is when the visitor becomes known")
  func stays() {
    final class Model { var visitor: ExperimentContext? }
    struct Screen: View {
      let model: Model
      var body: some View {
        ExperimentView("checkout-button") { Text($0?.key ?? "nothing") }
          .experiments(model.visitor)
      }
    }
    let model = Model()
    let scene = StubScene(Screen(model: model))
    #expect(scene.texts == ["nothing"])
    model.visitor = visitor("short")
    scene.update()
    #expect(scene.texts == ["nothing"])
    testing.expectOnly()
  }

  private struct Button: View {
    @Experiment("checkout-button") private var layout
    var isShown = true

    var body: some View {
      VStack {
        Text(layout?.key ?? "nothing")
        if isShown { Text("here").trackExperiment($layout) }
      }
    }
  }

  @Test("a variation that a view reads is reported only by the view that shows it")
  func wrapper() {
    #expect(StubScene(Button(isShown: false).experiments(visitor("short"))).texts == ["short"])
    testing.expectOnly()
    #expect(StubScene(Button().experiments(visitor("short"))).texts == ["short", "here"])
    testing.expectOnly(seen("short"))
  }

  #if canImport(UIKit)
  @Test("the example's checkout shows the button of the variation, and an order is a conversion")
  func shop() {
    let scene = StubScene(
      Checkout(product: Product.all[0]).analytics(testing.analytics).experiments(visitor("short")))
    #expect(scene.tap("Pay"))
    let names = testing.events.map(\.name)
    #expect(names.contains("Experiment Viewed"))
    #expect(names.suffix(2) == ["Goal Completed", "Goal Completed"])
  }
  #endif
}
