#if canImport(UIKit)
import Cairn
import CairnContent
import CairnTesting
import CairnUI
import SwiftUI
import Testing

@testable import Shop

/// The example app, launched and operated.
@MainActor @Suite struct ShopAppTests {
  @Test("a user buys a tent: every screen and tap is recorded, in order")
  func purchase() {
    let testing = TestAnalytics()
    let scene = StubScene(ProductList().analytics(testing.analytics))
    #expect(scene.texts == ["Tent", "Rope", "Compass"])
    for text in ["Tent", "Picture of the Tent", "Buy", "Place order"] {
      #expect(scene.tap(text), "there is no \(text) in \(scene.texts)")
    }
    #expect(scene.texts == ["Thank you"])
    scene.goBack()
    let tent: [String: Value] = ["sku": "A-1", "price": 199]
    testing.expectOnly(
      .screen("Products"), .screen("Product", tent), .track("Picture Tapped", tent),
      .screen("Checkout", tent), .track("Place Order Tapped", tent),
      .track("Order Completed", tent), .screen("Product", tent))
  }

  @Test(
    "the picture of a product is counted after a second in view, and when it is tapped")
  func picture() throws {
    let testing = TestAnalytics()
    let content = ContentAnalytics(testing.analytics)
    let scene = StubScene(
      ProductList().analytics(testing.analytics).contentAnalytics(content))
    scene.tap("Tent")
    testing.clock.advance(bySeconds: 0.9)
    scene.goBack()
    scene.tap("Tent")
    testing.clock.advance(bySeconds: 3)
    scene.tap("Picture of the Tent")
    scene.goBack()
    #expect(
      Set(testing.interactions) == [
        "click https://shop.example/A-1.jpg @product", "view https://shop.example/A-1.jpg @product",
        "3000 ms https://shop.example/A-1.jpg @product",
      ])
    #expect(testing.interactions.count == 3)
  }
}
#endif
