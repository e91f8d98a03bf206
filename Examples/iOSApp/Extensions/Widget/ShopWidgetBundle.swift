import SwiftUI
import WidgetKit

@main
struct ShopWidgetBundle: WidgetBundle {
  var body: some Widget { ShopWidget() }
}
