import Cairn

/// The declared type of a feature's variable.
package enum VariableType: Hashable, Sendable {
  case boolean
  case integer
  case float
  case string
  case json
  /// An unknown type, whose values are not converted.
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
