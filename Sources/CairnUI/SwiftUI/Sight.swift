#if canImport(SwiftUI)
import CairnContent

/// Tracks the exposure of one view with content from its appearance to its disappearance.
///
/// SwiftUI may report the geometry of a view before `onAppear` and once more after `onDisappear`.
@MainActor final class Sight {
  private var isShown = false
  private var sighting: Sighting?
  private var exposure: Exposure?

  nonisolated init() {}

  func appear(begin: (Sighting) -> Exposure?) {
    isShown = true
    update(begin)
  }

  func disappear() {
    isShown = false
    end()
  }

  func see(_ new: Sighting, begin: (Sighting) -> Exposure?) {
    if let sighting, !sighting.isOfTheSame(new) { end() }
    sighting = new
    update(begin)
  }

  private func update(_ begin: (Sighting) -> Exposure?) {
    guard isShown, let sighting else { return }
    if exposure == nil, sighting.visibility != .none { exposure = begin(sighting) }
    exposure?.see(sighting.visibility)
  }

  private func end() {
    exposure?.end()
    exposure = nil
  }
}

/// The content of a view, the analytics with which it is recorded, and its visibility.
struct Sighting: Equatable, Sendable {
  /// Identifies the `ContentAnalytics`, which an app may set after its first view appears.
  let analytics: ObjectIdentifier?
  let subject: ContentSubject
  let location: String?
  let visibility: ContentVisibility

  func isOfTheSame(_ other: Sighting) -> Bool {
    analytics == other.analytics && subject == other.subject && location == other.location
  }
}
#endif
