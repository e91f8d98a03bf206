#if canImport(UIKit)
import Cairn
import CairnTesting
import CairnUI
import SwiftUI
import Testing

@testable import Shop

/// The example app, launched and used.
@MainActor @Suite struct ShopAppTests {
  @Test("somebody buys a tent: every screen and tap is recorded, in order")
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
}
#endif
