import Cairn
import CairnExperiments
import CairnUI
import SwiftUI

/// The screen for payment.
struct Checkout: View {
  let product: Product
  @Environment(\.analytics) private var analytics
  @Environment(\.experiments) private var visitor
  @State private var isOrdered = false

  var body: some View {
    VStack {
      if isOrdered {
        Text("Thank you")
      } else {
        ExperimentView("checkout-button") { variation in
          TrackedButton(
            variation?.key == "short" ? "Pay" : "Place order", event: "Place Order Tapped",
            product.properties, action: order)
        }
      }
    }
    .trackScreen("Checkout", product.properties)
  }

  private func order() {
    isOrdered = true
    analytics?.track("Order Completed", product.properties)
    visitor?.trackConversion("purchase", data: [.amount: .double(product.price)])
  }
}
