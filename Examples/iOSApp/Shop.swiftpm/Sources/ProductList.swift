import CairnUI
import SwiftUI

/// The first screen.
struct ProductList: View {
  var body: some View {
    NavigationStack {
      List(Product.all) { product in
        NavigationLink(product.name, value: Route.product(product))
      }
      .navigationTitle("Shop")
      .trackScreen("Products")
      .navigationDestination(for: Route.self) { route in
        switch route {
        case .product(let product): ProductDetail(product: product)
        case .checkout(let product): Checkout(product: product)
        }
      }
    }
  }
}
