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
  ///
  /// What is to be a number and cannot be read as one is left out.
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
  public func bool(_ variable: String) -> Bool? {
    if case .bool(let bool) = variables[variable] { bool } else { nil }
  }

  /// A variable that is a whole number; nil when it is none, or there is none with this key.
  public func int(_ variable: String) -> Int? {
    switch variables[variable] {
    case .int(let integer): integer
    case .double(let number): Int(exactly: number)
    default: nil
    }
  }

  /// A variable that is a number, whole or not; nil when it is none, or there is none with this key.
  public func double(_ variable: String) -> Double? {
    switch variables[variable] {
    case .int(let integer): Double(integer)
    case .double(let number): number
    default: nil
    }
  }

  /// A variable that is text; nil when it is none, or there is none with this key.
  public func string(_ variable: String) -> String? {
    if case .string(let text) = variables[variable] { text } else { nil }
  }

  /// A variable of any type; nil when there is none with this key.
  public func json(_ variable: String) -> Value? { variables[variable] }
}
