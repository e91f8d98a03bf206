public import Cairn

extension ContentAnalytics {
  /// Records that somebody saw or used an asset.
  ///
  /// - Parameters:
  ///   - url: The asset's address. Not blank.
  ///   - type: What was done; by default it was seen.
  ///   - location: Where, such as `home/top`; what is done at different places is counted apart. Nil or empty for none.
  ///   - extras: More about it.
  /// - Returns: The identifier of the event; nil when it was not recorded: it is excluded, or refused, which is counted.
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

  /// Records that somebody saw an asset.
  ///
  /// As `trackAsset`.
  @discardableResult
  public func trackAssetView(
    _ url: String, location: String? = nil, extras: [String: Value]? = nil
  ) -> EventID? {
    trackAsset(url, .view, location: location, extras: extras)
  }

  /// Records that somebody clicked or tapped an asset.
  ///
  /// As `trackAsset`.
  @discardableResult
  public func trackAssetClick(
    _ url: String, location: String? = nil, extras: [String: Value]? = nil
  ) -> EventID? {
    trackAsset(url, .click, location: location, extras: extras)
  }

  /// Records the same of several assets, one after another.
  ///
  /// - Returns: What `trackAsset` returned for each: a blank one does not stop the others.
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
    // As it is kept.
    let known = analytics.engine?.recorder.redactor.text(url) ?? url
    return definitions?.all.contains {
      $0.assetURLs.containsExactly(known) && rules.excludesExperience(at: $0.lastLocation)
    } ?? false
  }
}
