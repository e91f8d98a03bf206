#if canImport(SwiftUI)
import CairnContent

/// What a view shows, what it is counted with, and how much of it can be seen.
struct Sighting: Equatable, Sendable {
  /// Which `ContentAnalytics`: an app may have it later than its first view.
  let analytics: ObjectIdentifier?
  let subject: ContentSubject
  let location: String?
  let visibility: Visibility

  func isOfTheSame(_ other: Sighting) -> Bool {
    analytics == other.analytics && subject == other.subject && location == other.location
  }
}
#endif
