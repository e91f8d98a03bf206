/// What data is used for: what a user can agree to, apart from other things.
///
/// An open set: `ConsentCategory("heatmaps")` or `"heatmaps"` is one of your own.
public struct ConsentCategory: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The category's name, as it is stored.
  ///
  /// At most 128 bytes of UTF-8. One with a longer name cannot be agreed to: it is always `.pending`.
  public let rawValue: String

  /// Makes a category with this name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Makes a category with this name.
  public init(_ name: String) { rawValue = name }
  /// Makes a category with this name.
  public init(stringLiteral name: String) { rawValue = name }

  /// To measure how the app is used.
  public static let analytics = ConsentCategory("analytics")
  /// To show advertisements, and to measure them.
  public static let advertising = ConsentCategory("advertising")
  /// To make the app do what it is for.
  public static let functional = ConsentCategory("functional")
  /// To adapt the app to its user.
  public static let personalization = ConsentCategory("personalization")
  /// To find faults and slow places.
  public static let diagnostics = ConsentCategory("diagnostics")
}

extension ConsentCategory {
  static let own: Set = [analytics, advertising, functional, personalization, diagnostics]

  /// Whether there is room for it beside what else is said.
  package var isStorable: Bool { rawValue.utf8.count <= 128 }
}
