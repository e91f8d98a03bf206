import Cairn

/// The type that a feature declares for a variable.
package enum VariableType: Hashable, Sendable {
  case boolean
  case integer
  case float
  case string
  case json
  /// One that is not known: values stay as they are.
  case other

  package init(_ name: String) {
    switch name {
    case "boolean": self = .boolean
    case "integer": self = .integer
    case "float": self = .float
    case "string": self = .string
    case "json": self = .json
    default: self = .other
    }
  }
}
