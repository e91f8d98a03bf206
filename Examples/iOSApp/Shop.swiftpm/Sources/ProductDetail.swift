import CairnUI
import SwiftUI

/// The screen of one product.
struct ProductDetail: View {
  let product: Product

  var body: some View {
    VStack {
      Text(product.name)
      Text("Picture of the \(product.name)").trackTap("Picture Tapped", product.properties)
        .trackAsset(product.picture, location: "product")
        .trackAssetClick(product.picture, location: "product")
      NavigationLink("Buy", value: Route.checkout(product))
    }
    .trackScreen("Product", product.properties)
  }
}
