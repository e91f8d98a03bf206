import Cairn
import CairnContent
import CairnExperiments
import Foundation
import UIKit

/// Owns the app's `Analytics`: the delegate exists before the first window, and also when the
/// system launches the app in the background without a window.
final class AppDelegate: NSObject, UIApplicationDelegate {
  let analytics = Analytics(AppDelegate.configuration)
  /// Counts the pictures that are seen.
  lazy var content = ContentAnalytics(analytics)
  /// Selects variations by the document that the collector serves.
  lazy var experiments = Experiments(analytics, AppDelegate.experiments)

  /// The collector of `swift run --package-path Server cairnctl collect`, which the simulator
  /// reaches at the Mac's own address.
  private static let collector = URL(string: "http://127.0.0.1:8080")

  static var configuration: Configuration {
    guard let endpoint = collector else { return Configuration(destinations: []) }
    var configuration = Configuration(writeKey: "shop", endpoint: endpoint)
    configuration.destinations = [
      ContentEngagement(to: HTTPDestination(endpoint: endpoint, writeKey: "shop"))
    ]
    return configuration
  }

  static var experiments: ExperimentsConfiguration {
    guard let collector else { return ExperimentsConfiguration(document: []) }
    return ExperimentsConfiguration(
      source: HTTPExperimentSource(collector: collector, writeKey: "shop"))
  }

  /// Optional: without it nothing is lost, and the next batch waits until the app runs again.
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    let isOurs = analytics.handleEventsForBackgroundURLSession(
      identifier: identifier, completionHandler: completionHandler)
    if !isOurs { completionHandler() }
  }
}
