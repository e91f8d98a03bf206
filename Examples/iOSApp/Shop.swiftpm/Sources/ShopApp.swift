import CairnUI
import SwiftUI

@main
struct ShopApp: App {
  @UIApplicationDelegateAdaptor private var delegate: AppDelegate

  var body: some Scene {
    WindowGroup {
      ProductList().analytics(delegate.analytics)
    }
  }
}
