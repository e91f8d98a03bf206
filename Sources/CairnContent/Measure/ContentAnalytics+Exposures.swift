public import Cairn

extension ContentAnalytics {
  /// Measures a piece of content while it is on the screen: a view of it is recorded when it counts as viewed, and how long
  /// it was seen when it is gone.
  ///
  /// In SwiftUI `trackAsset` and `trackExperience` of the product `CairnUI` do this. Nothing is recorded by this call.
  ///
  /// - Parameters:
  ///   - subject: The asset or the experience.
  ///   - location: Where, such as `home/top`. Nil or empty for none.
  ///   - extras: More about it, for the view.
  /// - Returns: What measures it. Keep it as long as the content is on the screen.
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
