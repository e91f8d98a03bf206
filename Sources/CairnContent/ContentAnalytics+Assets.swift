public import Cairn

extension ContentAnalytics {
  /// Records an interaction with an asset.
  ///
  /// - Parameters:
  ///   - url: The asset's URL. Not blank.
  ///   - type: The type of the interaction; by default a view.
  ///   - location: The location, such as `home/top`; each location is counted separately. Nil or
  ///     empty for none.
  ///   - extras: Additional data.
  /// - Returns: The ID of the event; nil when it was excluded or refused. Refused events are
  ///   counted.
  @discardableResult
  public func trackAsset(
    _ url: String, _ type: InteractionType = .view, location: String? = nil,
    extras: [String: Value]? = nil
  ) -> EventID? {
    trackAsset(url, type, location, extras, nil)
  }

  func trackAsset(
    _ url: String, _ type: InteractionType, _ location: String?, _ extras: [String: Value]?,
    _ measures: ContentMeasures?
  ) -> EventID? {
    guard isPresent(url, "URL") else { return nil }
    guard !isExcluded(url, at: location) else {
      report(.debug, "content.excluded", "an asset was not tracked: the configuration excludes it")
      return nil
    }
    return record(.asset(url), type, location, extras, measures: measures)
  }

  /// Records a view of an asset.
  ///
  /// Equivalent to `trackAsset` with the type `.view`.
  @discardableResult
  public func trackAssetView(
    _ url: String, location: String? = nil, extras: [String: Value]? = nil
  ) -> EventID? {
    trackAsset(url, .view, location: location, extras: extras)
  }

  /// Records a click or tap on an asset.
  ///
  /// Equivalent to `trackAsset` with the type `.click`.
  @discardableResult
  public func trackAssetClick(
    _ url: String, location: String? = nil, extras: [String: Value]? = nil
  ) -> EventID? {
    trackAsset(url, .click, location: location, extras: extras)
  }

  /// Records the same interaction with several assets, in order.
  ///
  /// - Returns: The result of `trackAsset` for each URL. A blank URL does not prevent the others
  ///   from being recorded.
  @discardableResult
  public func trackAssetCollection(
    _ urls: [String], _ type: InteractionType = .view, location: String? = nil
  ) -> [EventID?] {
    if urls.isEmpty {
      report(.warning, "content.blank", "an interaction was not tracked: its collection is empty")
    }
    return urls.map { trackAsset($0, type, location: location) }
  }

  private func isExcluded(_ url: String, at location: String?) -> Bool {
    let (rules, followsExperiences) = withSettings {
      ($0.rules, $0.configuration.excludeAssetsFromUntrackedExperience)
    }
    if rules.excludesAsset(url, at: location) { return true }
    guard followsExperiences else { return false }
    // Definitions are stored in redacted form.
    let known = analytics.engine?.recorder.redactor.text(url) ?? url
    return definitions?.all.contains {
      $0.assetURLs.containsExactly(known) && rules.excludesExperience(at: $0.lastLocation)
    } ?? false
  }
}
