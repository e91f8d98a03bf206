import Foundation

/// The rules that exclude content from tracking, compiled from the configuration's patterns.
package struct ExclusionRules: Sendable {
  /// The keys whose patterns are not valid regular expressions.
  ///
  /// These patterns exclude nothing.
  package private(set) var broken: [String] = []
  private var assetURLs: Pattern?
  private var assetLocations: Pattern?
  private var experienceLocations: Pattern?

  /// A regular expression that matches any part of a text and ignores case.
  private struct Pattern: Sendable {
    let expression: NSRegularExpression

    init?(_ text: String) {
      guard
        let expression = try? NSRegularExpression(pattern: text, options: [.caseInsensitive])
      else { return nil }
      self.expression = expression
    }

    func isFound(in text: String) -> Bool {
      expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
  }

  package init(_ configuration: ContentConfiguration) {
    assetURLs = pattern(configuration.excludedAssetUrlsRegexp, "excludedAssetUrlsRegexp")
    assetLocations = pattern(
      configuration.excludedAssetLocationsRegexp, "excludedAssetLocationsRegexp")
    experienceLocations = pattern(
      configuration.excludedExperienceLocationsRegexp, "excludedExperienceLocationsRegexp")
  }

  private mutating func pattern(_ text: String?, _ key: String) -> Pattern? {
    guard let text, !text.isEmpty else { return nil }
    let pattern = Pattern(text)
    if pattern == nil { broken.append(key) }
    return pattern
  }

  /// Returns whether the asset is excluded by its URL or by its location.
  ///
  /// A nil or empty location is never excluded.
  package func excludesAsset(_ url: String, at location: String?) -> Bool {
    if let assetURLs, URL(string: url) != nil, assetURLs.isFound(in: url) { return true }
    return Self.excludes(location, assetLocations)
  }

  package func excludesExperience(at location: String?) -> Bool {
    Self.excludes(location, experienceLocations)
  }

  private static func excludes(_ location: String?, _ pattern: Pattern?) -> Bool {
    guard let pattern, let location, !location.isEmpty else { return false }
    return pattern.isFound(in: location)
  }
}
