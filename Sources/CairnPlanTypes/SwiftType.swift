/// The Swift type for a schema, and the expression that converts its value to a `Value`.
indirect enum SwiftType {
  case value
  case text
  case integer
  case number
  case boolean
  /// An object whose members the plan does not describe.
  case members
  case list(SwiftType)
  case choice(SwiftChoice)
  case structure(SwiftStructure)
  /// The type or null.
  case nullable(SwiftType)

  var name: String {
    switch self {
    case .value: "Value"
    case .text: "String"
    case .integer: "Int"
    case .number: "Double"
    case .boolean: "Bool"
    case .members: "[String: Value]"
    case .list(let element): "[\(element.name)]"
    case .choice(let choice): choice.name
    case .structure(let structure): structure.name
    case .nullable(let type): "\(type.name)?"
    }
  }

  func expression(of variable: String) -> String {
    switch self {
    case .value: variable
    case .text: "Value.string(\(variable))"
    case .integer: "Value.int(\(variable))"
    case .number: "Value.double(\(variable))"
    case .boolean: "Value.bool(\(variable))"
    case .members: "Value.object(\(variable))"
    case .list(.value): "Value.array(\(variable))"
    case .list(let element):
      "Value.array(\(variable).map { \(element.expression(of: "$0")) })"
    case .choice: "Value.string(\(variable).rawValue)"
    case .structure: "Value.object(\(variable).properties)"
    case .nullable(let type):
      "\(variable).map { \(type.expression(of: "$0")) } ?? Value.null"
    }
  }
}
