import Cairn
import CairnTesting
import CairnUI
import Foundation
import SwiftUI
import Testing

struct ProductView: View {
  let sku: String
  let buy: @MainActor () -> Void

  var body: some View {
    TrackedButton("Buy", event: "Buy Tapped", ["sku": sku], action: buy)
      .trackScreen("Product", ["sku": sku])
  }
}

struct CheckoutView: View {
  @Environment(\.analytics) private var analytics  // nil without .analytics(_:) on the root view
  let sku: String

  var body: some View {
    TrackedButton("Buy", event: "Buy Tapped", ["sku": sku], action: order)
      .trackScreen("Checkout", ["sku": sku])
  }

  private func order() {
    analytics?.track("Order Completed", ["sku": sku])
  }
}

struct RootView: View {
  let analytics: Analytics

  var body: some View {
    ProductView(sku: "A-1", buy: {})
      .trackOpenedURLs()
      .analytics(analytics)
  }
}

struct InspectedView: View {
  let analytics: Analytics

  var body: some View {
    ProductView(sku: "A-1", buy: {})
      .analytics(analytics)
      .analyticsInspector(analytics)
  }
}

/// The code of the article Recipes for SwiftUI.
@MainActor @Suite struct SwiftUIRecipesTests {
  let testing = TestAnalytics()

  @Test func screenTapAndLink() throws {
    let analytics = testing.analytics
    let scene = StubScene(RootView(analytics: analytics))
    #expect(scene.tap("Buy"))
    scene.open(try #require(URL(string: "https://shop.example/tents?utm_source=letter")))
    testing.expectOnly(
      .screen("Product", ["sku": "A-1"]), .track("Buy Tapped", ["sku": "A-1"]),
      "Deep Link Opened")
  }

  @Test("the view of the article Getting started records its screen, its taps and its order")
  func checkout() {
    let analytics = testing.analytics
    let scene = StubScene(CheckoutView(sku: "A-1").analytics(analytics))
    #expect(scene.tap("Buy"))
    testing.expectOnly(
      .screen("Checkout", ["sku": "A-1"]), .track("Buy Tapped", ["sku": "A-1"]),
      .track("Order Completed", ["sku": "A-1"]))
  }

  @Test func inspector() {
    let analytics = testing.analytics
    let scene = StubScene(InspectedView(analytics: analytics))
    #expect(scene.tap("Buy", times: 3))
    #expect(scene.texts.contains("Flush"))
  }
}
