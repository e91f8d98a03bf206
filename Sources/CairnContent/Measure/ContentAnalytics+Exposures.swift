public import Cairn

extension ContentAnalytics {
  /// Returns an exposure that measures a piece of content while it is on the screen.
  ///
  /// The exposure records a view when the content counts as viewed, and the measures when the
  /// content is no longer visible. This method itself records nothing. In SwiftUI, use `trackAsset`
  /// and `trackExperience` of the product `CairnUI`.
  ///
  /// - Parameters:
  ///   - subject: The asset or the experience.
  ///   - location: The location, such as `home/top`. Nil or empty for none.
  ///   - extras: Additional data, for the view.
  /// - Returns: The exposure. Keep it as long as the content is on the screen.
  public func exposure(
    of subject: ContentSubject, location: String? = nil, extras: [String: Value]? = nil
  ) -> Exposure {
    Exposure(self, subject, location, extras)
  }

  func recordView(
    of subject: ContentSubject, _ location: String?, _ extras: [String: Value]?
  ) -> EventID? {
    let measures = ContentMeasures(viewableImpressions: 1)
    switch subject {
    case .asset(let url): return trackAsset(url, .view, location, extras, measures)
    case .experience(let id):
      return trackExperience(
        ExperienceID(id), .view, location: location, extras: extras, measures: measures)
    }
  }

  func record(_ measures: ContentMeasures, of subject: ContentSubject, _ location: String?) {
    let properties = ContentInteraction.properties(subject, location, measures)
    analytics.engine?.recorder.record(
      .interaction, ContentInteraction.exposureName(subject), properties)
  }
}
