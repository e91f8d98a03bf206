import CairnExperiments
import CairnUI
import SwiftUI

@main
struct ShopApp: App {
  @UIApplicationDelegateAdaptor private var delegate: AppDelegate

  var body: some Scene {
    WindowGroup {
      ProductList().trackOpenedURLs().analytics(delegate.analytics)
        .contentAnalytics(delegate.content)
        .experiments(delegate.experiments.context())
    }
  }
}
