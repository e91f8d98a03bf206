public import Cairn

/// Something that can be switched on, with variables that say how it is to be.
public struct Feature: Hashable, Sendable {
  /// The feature's key: what code asks for.
  public let key: String
  /// The feature's id; nil when the document does not know the key.
  public let id: String?
  /// Whether the visitor gets it.
  public let status: FeatureStatus
  /// The variables, converted to the types that the document declares; empty when disabled.
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

  /// Whether the visitor gets it.
  public var isEnabled: Bool { status == .enabled }

  /// A variable that is true or false; nil when it is neither, or there is none with this key.
  public func bool(_ variable: String) -> Bool? { nil }

  /// A variable that is a whole number; nil when it is none, or there is none with this key.
  public func int(_ variable: String) -> Int? { nil }

  /// A variable that is a number; nil when it is none, or there is none with this key.
  public func double(_ variable: String) -> Double? { nil }

  /// A variable that is text; nil when it is none, or there is none with this key.
  public func string(_ variable: String) -> String? { nil }

  /// A variable of any type; nil when there is none with this key.
  public func json(_ variable: String) -> Value? { nil }
}
