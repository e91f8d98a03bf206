import Cairn
import CairnExperiments
import CairnTesting
import Foundation

/// An app with experiments, on a device in memory, that can be launched repeatedly.
struct ExperimentFixture {
  let testing: TestAnalytics
  let experiments: Experiments

  init(_ document: ShopDocument = ShopDocument(), _ testing: TestAnalytics = TestAnalytics(.quiet))
  {
    self.init(ExperimentsConfiguration(document: document.bytes), testing)
  }

  init(_ configuration: ExperimentsConfiguration, _ testing: TestAnalytics = TestAnalytics(.quiet))
  {
    self.testing = testing
    experiments = Experiments(testing.analytics, configuration)
  }

  /// Returns the next launch, after a kill.
  func relaunch(_ document: ShopDocument = ShopDocument()) async -> ExperimentFixture {
    ExperimentFixture(document, await testing.relaunch())
  }

  /// The reports since the launch: the visitor, and the variation or the goal, with an ellipsis for
  /// data.
  var reports: [String] {
    testing.events.compactMap { event in
      guard case .string(let visitor)? = event.properties["visitor_id"] else { return nil }
      if case .string(let variation)? = event.properties["variation_id"] {
        return "\(visitor) \(variation)"
      }
      guard case .string(let goal)? = event.properties["goal_id"] else { return nil }
      return "\(visitor) \(goal)" + (event.properties["goal_data"] == nil ? "" : "…")
    }
  }

  var keys: [String] {
    testing.events.compactMap { event in
      if case .string(let key)? = event.properties["key"] { key } else { nil }
    }
  }
}

extension Configuration {
  static var quiet: Configuration {
    var configuration = Configuration(destinations: [])
    configuration.diagnostics = { _ in }
    return configuration
  }
}
