public import Cairn

/// The state of a feature for a visitor, with its variables.
public struct Feature: Hashable, Sendable {
  /// The key of the feature.
  public let key: String
  /// The ID of the feature; nil when the document that was fetched has no feature with this key.
  public let id: String?
  /// Whether the feature is enabled for the visitor.
  public let status: FeatureStatus
  /// The variables, converted to the types that the document declares; empty when the feature is
  /// disabled.
  ///
  /// A variable that is declared as a number and cannot be converted to one is omitted.
  public let variables: [String: Value]

  package init(
    key: String, id: String? = nil, status: FeatureStatus = .disabled,
    variables: [String: Value] = [:]
  ) {
    self.key = key
    self.id = id
    self.status = status
    self.variables = variables
  }

  /// Whether the feature is enabled for the visitor.
  public var isEnabled: Bool { status == .enabled }

  /// Returns the Boolean value of a variable; nil if it has another type or does not exist.
  public func bool(_ variable: String) -> Bool? {
    if case .bool(let bool) = variables[variable] { bool } else { nil }
  }

  /// Returns the integer value of a variable; nil if it is not a whole number or does not exist.
  public func int(_ variable: String) -> Int? {
    switch variables[variable] {
    case .int(let integer): integer
    case .double(let number): Int(exactly: number)
    default: nil
    }
  }

  /// Returns the numeric value of a variable; nil if it has another type or does not exist.
  public func double(_ variable: String) -> Double? {
    switch variables[variable] {
    case .int(let integer): Double(integer)
    case .double(let number): number
    default: nil
    }
  }

  /// Returns the text of a variable; nil if it has another type or does not exist.
  public func string(_ variable: String) -> String? {
    if case .string(let text) = variables[variable] { text } else { nil }
  }

  /// Returns the value of a variable of any type; nil if it does not exist.
  public func json(_ variable: String) -> Value? { variables[variable] }
}

/// Whether a feature is enabled for a visitor.
public enum FeatureStatus: String, Hashable, Sendable, CaseIterable {
  /// One of the visitor's variations enables the feature.
  case enabled
  /// No variation enables it, the document does not contain it, or there is no document.
  case disabled
}

/// A feature and the decisions on which it is based.
///
/// Each decision with a variation is an exposure.
package struct FeatureDecision: Hashable, Sendable {
  package let feature: Feature
  /// The decisions, in order; if the feature is enabled, the last one enables it.
  package let decisions: [Decision]
}
