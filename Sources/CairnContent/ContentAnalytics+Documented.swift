public import Cairn

/// The names and labels of the documents this product was built to, for code that was written to them.
extension ContentAnalytics {
  /// The same as `trackAsset`.
  @discardableResult
  public func trackAssetInteraction(
    assetURL: String, interactionType: InteractionType = .view, assetLocation: String? = nil,
    additionalData: [String: Value]? = nil
  ) -> EventID? {
    trackAsset(assetURL, interactionType, location: assetLocation, extras: additionalData)
  }

  /// The same as `trackExperienceView` and `trackExperienceClick`.
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
