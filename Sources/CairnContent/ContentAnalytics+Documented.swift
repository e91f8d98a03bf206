public import Cairn

/// Methods with the names and argument labels of the documented API, for code that uses that API.
extension ContentAnalytics {
  /// Records an interaction with an asset; equivalent to `trackAsset`.
  @discardableResult
  public func trackAssetInteraction(
    assetURL: String, interactionType: InteractionType = .view, assetLocation: String? = nil,
    additionalData: [String: Value]? = nil
  ) -> EventID? {
    trackAsset(assetURL, interactionType, location: assetLocation, extras: additionalData)
  }

  /// Records an interaction with an experience.
  ///
  /// Equivalent to `trackExperienceView` and `trackExperienceClick`.
  @discardableResult
  public func trackExperienceInteraction(
    experienceId: String, interactionType: InteractionType = .view,
    experienceLocation: String? = nil, additionalData: [String: Value]? = nil
  ) -> EventID? {
    trackExperience(
      ExperienceID(experienceId), interactionType, location: experienceLocation,
      extras: additionalData)
  }
}
