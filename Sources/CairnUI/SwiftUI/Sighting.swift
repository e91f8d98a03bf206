#if canImport(SwiftUI)
import CairnContent

/// The content of a view, the analytics with which it is recorded, and its visibility.
struct Sighting: Equatable, Sendable {
  /// Identifies the `ContentAnalytics`, which an app may set after its first view appears.
  let analytics: ObjectIdentifier?
  let subject: ContentSubject
  let location: String?
  let visibility: Visibility

  func isOfTheSame(_ other: Sighting) -> Bool {
    analytics == other.analytics && subject == other.subject && location == other.location
  }
}
#endif
