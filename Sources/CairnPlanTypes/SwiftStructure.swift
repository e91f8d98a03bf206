import CairnPlan

/// A struct for an event, or for an object within one.
struct SwiftStructure {
  /// The part of the plan that the struct represents.
  enum Role {
    case event(PlannedEvent)
    /// The object that is the value of the property with this name.
    case object(String)
  }

  let name: String
  let role: Role
  let documentation: String
  /// The properties: first the required, then the optional ones, each sorted by name.
  var properties: [SwiftProperty] = []
}

/// A property of a struct.
struct SwiftProperty {
  /// The name of the property in the plan.
  let name: String
  let identifier: String
  let type: SwiftType
  let isRequired: Bool
  let documentation: [String]

  var declaredType: String {
    if case .nullable = type { return type.name }
    return isRequired ? type.name : type.name + "?"
  }
}

/// An enum with string raw values.
struct SwiftChoice {
  let name: String
  /// The name, in the plan, of the property whose type this enum is.
  let property: String
  /// The cases, in the plan's order.
  var cases: [(identifier: String, text: String)] = []
}
