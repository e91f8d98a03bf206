/// A purpose for which data is used, and to which a user can consent separately.
///
/// The set is open: `ConsentCategory("heatmaps")` or `"heatmaps"` is a category of your own.
public struct ConsentCategory: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name of the category, as it is stored.
  ///
  /// It may have at most 128 bytes of UTF-8. The consent for a category with a longer name is
  /// always `.pending`.
  public let rawValue: String

  /// Creates a category with this name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a category with this name.
  public init(_ name: String) { rawValue = name }
  /// Creates a category with this name.
  public init(stringLiteral name: String) { rawValue = name }

  /// Measuring how the app is used.
  public static let analytics = ConsentCategory("analytics")
  /// Showing and measuring advertisements.
  public static let advertising = ConsentCategory("advertising")
  /// Providing the app's own functions.
  public static let functional = ConsentCategory("functional")
  /// Adapting the app to its user.
  public static let personalization = ConsentCategory("personalization")
  /// Finding errors and performance problems.
  public static let diagnostics = ConsentCategory("diagnostics")
}

extension ConsentCategory {
  static let own: Set = [analytics, advertising, functional, personalization, diagnostics]

  /// Whether the name is short enough to be stored.
  package var isStorable: Bool { rawValue.utf8.count <= 128 }
}
