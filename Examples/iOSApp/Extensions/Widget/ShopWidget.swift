import Cairn
import Foundation
import SwiftUI
import WidgetKit

/// The instance of the widget's process.
///
/// The app delivers what it records.
let analytics = Analytics(.shop)

/// A widget that shows a product, and records when the system asks for it.
struct ShopWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "product", provider: ProductProvider()) { entry in
      Text(entry.product)
    }
  }
}

struct ProductEntry: TimelineEntry {
  let date: Date
  let product: String
}

struct ProductProvider: TimelineProvider {
  func placeholder(in context: Context) -> ProductEntry {
    ProductEntry(date: .now, product: "Tea")
  }

  func getSnapshot(in context: Context, completion: @escaping @Sendable (ProductEntry) -> Void) {
    completion(placeholder(in: context))
  }

  func getTimeline(
    in context: Context, completion: @escaping @Sendable (Timeline<ProductEntry>) -> Void
  ) {
    // On the disk when the call returns: the system may end this process at any time.
    analytics.track("Widget Shown", ["product": "Tea"])
    completion(Timeline(entries: [placeholder(in: context)], policy: .never))
  }
}
