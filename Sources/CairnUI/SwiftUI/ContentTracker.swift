#if canImport(SwiftUI)
import Cairn
import CairnContent
import SwiftUI

/// Records interactions of a view with the `ContentAnalytics` of its environment.
@MainActor struct ContentTracker: DynamicProperty {
  @Environment(\.contentAnalytics) private var analytics
  @Environment(\.missingAnalytics) private var missingAnalytics

  var identifier: ObjectIdentifier? { analytics.map(ObjectIdentifier.init) }

  func exposure(
    of subject: ContentSubject, _ location: String?, _ extras: [String: Value]?
  ) -> Exposure? {
    present(subject)?.exposure(of: subject, location: location, extras: extras)
  }

  func click(_ subject: ContentSubject, _ location: String?, _ extras: [String: Value]?) {
    let analytics = present(subject)
    switch subject {
    case .asset(let url): analytics?.trackAssetClick(url, location: location, extras: extras)
    case .experience(let id):
      analytics?.trackExperienceClick(ExperienceID(id), location: location, extras: extras)
    }
  }

  private func present(_ subject: ContentSubject) -> ContentAnalytics? {
    if analytics == nil {
      missingAnalytics.report(subject.key, "content analytics", ".contentAnalytics(_:)")
    }
    return analytics
  }
}
#endif
