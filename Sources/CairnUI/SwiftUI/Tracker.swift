#if canImport(SwiftUI)
import Cairn
import Foundation
import SwiftUI

/// Records events of a view with the `Analytics` of its environment.
@MainActor struct Tracker: DynamicProperty {
  @Environment(\.analytics) private var analytics
  @Environment(\.missingAnalytics) private var missingAnalytics

  func track(_ name: String, _ properties: [String: Value]) {
    if let analytics {
      analytics.track(name, properties)
    } else {
      missingAnalytics.report(name)
    }
  }

  func open(_ url: URL) {
    if let analytics {
      analytics.openURL(url)
    } else {
      missingAnalytics.report("openURL")
    }
  }

  func screen(_ name: String, _ properties: [String: Value]) {
    if let analytics {
      analytics.screen(name, properties)
    } else {
      missingAnalytics.report(name)
    }
  }
}
#endif
