#if canImport(SwiftUI)
import CairnContent

/// Tracks the exposure of one view with content from its appearance to its disappearance.
///
/// SwiftUI may report the geometry of a view before `onAppear` and once more after `onDisappear`.
@MainActor final class ViewExposure {
  private var isShown = false
  private var observed: ObservedContent?
  private var exposure: Exposure?

  nonisolated init() {}

  func appear(begin: (ObservedContent) -> Exposure?) {
    isShown = true
    update(begin)
  }

  func disappear() {
    isShown = false
    end()
  }

  func observe(_ new: ObservedContent, begin: (ObservedContent) -> Exposure?) {
    if let observed, !observed.isOfTheSame(new) { end() }
    observed = new
    update(begin)
  }

  private func update(_ begin: (ObservedContent) -> Exposure?) {
    guard isShown, let observed else { return }
    if exposure == nil, observed.visibility != .none { exposure = begin(observed) }
    exposure?.update(observed.visibility)
  }

  private func end() {
    exposure?.end()
    exposure = nil
  }
}

/// The content of a view, the analytics with which it is recorded, and its visibility.
struct ObservedContent: Equatable, Sendable {
  /// Identifies the `ContentAnalytics`, which an app may set after its first view appears.
  let analytics: ObjectIdentifier?
  let subject: ContentSubject
  let location: String?
  let visibility: ContentVisibility

  func isOfTheSame(_ other: ObservedContent) -> Bool {
    analytics == other.analytics && subject == other.subject && location == other.location
  }
}
#endif
