import Cairn
import CairnUI
import SwiftUI

/// Where it is paid.
struct Checkout: View {
  let product: Product
  @Environment(\.analytics) private var analytics
  @State private var isOrdered = false

  var body: some View {
    VStack {
      if isOrdered {
        Text("Thank you")
      } else {
        TrackedButton("Place order", event: "Place Order Tapped", product.properties, action: order)
      }
    }
    .trackScreen("Checkout", product.properties)
  }

  private func order() {
    isOrdered = true
    analytics?.track("Order Completed", product.properties)
  }
}
