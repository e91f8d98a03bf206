#if canImport(SwiftUI)
import CairnContent

/// What a view shows, and how much of it can be seen.
struct Sighting: Equatable, Sendable {
  let subject: ContentSubject
  let location: String?
  let visibility: Visibility

  func isOfTheSame(_ other: Sighting) -> Bool {
    subject == other.subject && location == other.location
  }
}
#endif
