import Cairn
import CairnAdobe
import CairnAmplitude
import CairnContent
import CairnConvert
import CairnExperiments
import CairnFirebase
import CairnMigration
import CairnMixpanel
import CairnPostHog
import Foundation

/// The code of the guides, which must compile.
private enum GuideArticles {
  static func segment(_ segment: URL) -> Analytics {
    var configuration = Configuration(writeKey: "my-write-key", endpoint: segment)
    configuration.migration = Migration(from: .segment(writeKey: "my-write-key"))
    let analytics = Analytics(configuration)
    return analytics
  }

  static func amplitude() -> Analytics {
    let amplitude = AmplitudeDestination(apiKey: "my-api-key", region: .eu)
    var configuration = Configuration(destinations: [amplitude])
    configuration.migration = Migration(from: .amplitude(apiKey: "my-api-key"), to: "amplitude")
    configuration.sessionTimeout = 300
    let analytics = Analytics(configuration)
    return analytics
  }

  static func mixpanel() -> Analytics {
    let mixpanel = MixpanelDestination(token: "my-token", region: .eu)
    var configuration = Configuration(destinations: [mixpanel])
    configuration.migration = Migration(from: .mixpanel(token: "my-token"), to: "mixpanel")
    let analytics = Analytics(configuration)
    return analytics
  }

  static func postHog() -> Analytics {
    let postHog = PostHogDestination(apiKey: "phc_key", region: .eu)
    var configuration = Configuration(destinations: [postHog])
    configuration.migration = Migration(from: .postHog(projectToken: "phc_key"), to: "posthog")
    let analytics = Analytics(configuration)
    return analytics
  }

  static func group(_ configuration: inout Configuration) {
    configuration.migration = Migration(
      from: .postHog(projectToken: "phc_key", appGroup: "group.com.example"), to: "posthog")
  }

  static func rudder(_ dataPlane: URL) -> Analytics {
    var configuration = Configuration(writeKey: "my-write-key", endpoint: dataPlane)
    configuration.migration = Migration(from: .rudderStack(writeKey: "my-write-key"))
    let analytics = Analytics(configuration)
    return analytics
  }

  static func firebase(
    logEvent: @escaping @Sendable (String, [String: Any]?) -> Void,
    setUserID: @escaping @Sendable (String?) -> Void,
    setProperty: @escaping @Sendable (String?, String) -> Void
  ) -> Analytics {
    let firebase = FirebaseBridge(
      logEvent: logEvent, setUserID: setUserID, setUserProperty: setProperty)
    let analytics = Analytics(Configuration(destinations: [firebase]))
    return analytics
  }

  static func convert() -> Experiments {
    let convert = ConvertDestination(sdkKey: "10001/20002")
    var configuration = Configuration(destinations: [convert])
    configuration.migration = Migration(from: .convert, to: "convert")
    let analytics = Analytics(configuration)
    let experiments = Experiments(analytics, ExperimentsConfiguration(sdkKey: "10001/20002"))
    return experiments
  }

  static func adobe() -> ContentAnalytics {
    let settings = ContentConfiguration(["edge.configId": "my-datastream"])
    var configuration = Configuration(destinations: [AdobeEdgeDestination(settings)])
    configuration.migration = Migration(from: .adobe)
    let analytics = Analytics(configuration)
    let content = ContentAnalytics(analytics, settings)
    return content
  }

  static func b2Metric(_ endpoint: URL) -> Analytics {
    var configuration = Configuration(writeKey: "my-key", endpoint: endpoint)
    configuration.retry = .b2metric
    configuration.migration = Migration(from: .b2Metric)
    let analytics = Analytics(configuration)
    return analytics
  }

  static func klivvr(
    _ destinations: [any Destination], _ formerDevice: String?, _ formerUser: String?
  ) {
    var configuration = Configuration(destinations: destinations)
    configuration.retry = .klivvr
    configuration.initialIdentity = InitialIdentity(anonymousID: formerDevice, userID: formerUser)
    Analytics.start(configuration)
  }
}
