import CairnPlan

/// A struct: an event, or an object in one.
struct SwiftStructure {
  /// What of an event it is.
  enum Role {
    case event(PlannedEvent)
    /// An object, of the property that the plan calls so.
    case object(String)
  }

  let name: String
  let role: Role
  let documentation: String
  /// Those that are required first, each in the order of their names.
  var properties: [SwiftProperty] = []
}

/// A property of a struct.
struct SwiftProperty {
  /// As the plan calls it.
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
