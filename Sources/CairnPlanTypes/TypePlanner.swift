import Cairn
import CairnPlan

/// Chooses the Swift types for a plan and notes names for which no type can be made.
struct TypePlanner {
  private(set) var problems: [PlanProblem] = []
  private var path: [String] = []
  /// The names of members that every generated struct already has.
  private static let taken: Set<String> = ["hashValue", "properties", "self"]

  mutating func events(_ plan: TrackingPlan) -> [SwiftStructure] {
    path = ["events"]
    var names: [String: String] = [:]
    return plan.events.compactMap { event in
      at(event.name) { planner in
        guard let name = planner.name(event.name)?.type(else: "Event") else { return nil }
        planner.claim(name, for: event.name, in: &names)
        return planner.structure(
          name, .event(event), event.schema, documentation: event.description)
      }
    }
  }

  private mutating func structure(
    _ name: String, _ role: SwiftStructure.Role, _ schema: PropertySchema, documentation: String
  ) -> SwiftStructure {
    var structure = SwiftStructure(name: name, role: role, documentation: documentation)
    var members: [String: String] = [:]
    var types: [String: String] = [:]
    let required = Set(schema.required)
    let optional = schema.properties.keys.filter { !required.contains($0) }
    let names = required.sorted() + optional.sorted()
    structure.properties = at("properties") { planner in
      names.compactMap { name in
        schema.properties[name].flatMap { own in
          planner.at(name) { planner in
            planner.property(
              name, own, isRequired: required.contains(name), &members, &types)
          }
        }
      }
    }
    return structure
  }

  private mutating func property(
    _ name: String, _ schema: PropertySchema, isRequired: Bool, _ members: inout [String: String],
    _ types: inout [String: String]
  ) -> SwiftProperty? {
    guard let swift = self.name(name) else { return nil }
    if Self.taken.contains(swift.member) {
      note("\(swift.member) is a name that the generated type uses")
    }
    claim(swift.member, for: name, in: &members)
    let type = type(schema, swift, name)
    if let nested = type.nested { claim(nested, for: name, in: &types) }
    return SwiftProperty(
      name: name, identifier: swift.member, type: type, isRequired: isRequired,
      documentation: schema.documentation(of: name))
  }

  private mutating func type(
    _ schema: PropertySchema, _ name: SwiftName, _ property: String, suffix: String = ""
  ) -> SwiftType {
    let types = (schema.types ?? []).filter { $0 != .null }
    if schema.types?.contains(.null) == true, types.count == 1 {
      var one = schema
      one.types = types
      return .nullable(type(one, name, property, suffix: suffix))
    }
    if let texts = schema.texts { return choice(texts, name, property, suffix: suffix) }
    guard types.count == 1, let only = types.first else { return .value }
    switch only {
    case .null: return .value
    case .boolean: return .boolean
    case .integer: return .integer
    case .number: return .number
    case .string: return .text
    case .array:
      guard let items = schema.items.first else { return .list(.value) }
      return .list(at("items") { $0.type(items, name, property, suffix: "Item") })
    case .object:
      guard !schema.properties.isEmpty else { return .members }
      return .structure(
        structure(
          name.type(else: "Object") + suffix, .object(property), schema,
          documentation: schema.description))
    }
  }

  private mutating func choice(
    _ texts: [String], _ name: SwiftName, _ property: String, suffix: String
  ) -> SwiftType {
    var choice = SwiftChoice(name: name.type(else: "Choice") + suffix, property: property)
    var members: [String: String] = [:]
    at("enum") { planner in
      for text in texts {
        guard let member = planner.name(text)?.member else { continue }
        if ["allCases", "hashValue", "rawValue", "self"].contains(member) {
          planner.note("\(member) is a name that the generated type uses")
        }
        planner.claim(member, for: text, in: &members)
        choice.cases.append((member, text))
      }
    }
    return .choice(choice)
  }

  // MARK: What all need

  private mutating func name(_ name: String) -> SwiftName? {
    if let swift = SwiftName(name) { return swift }
    note("\"\(name)\" has no letter for a Swift name")
    return nil
  }

  /// Notes a problem if another name already has this identifier.
  private mutating func claim(
    _ identifier: String, for name: String, in claims: inout [String: String]
  ) {
    if let other = claims.updateValue(name, forKey: identifier) {
      note("\"\(other)\" and \"\(name)\" are both \(identifier) in Swift")
    }
  }

  private mutating func note(_ what: String) { problems.append(PlanProblem(path, what)) }

  private mutating func at<Result>(
    _ place: String, _ body: (inout TypePlanner) -> Result
  ) -> Result {
    path.append(place)
    defer { path.removeLast() }
    return body(&self)
  }
}

extension SwiftType {
  /// The name of the nested type in the struct; nil for none.
  var nested: String? {
    switch self {
    case .list(let type), .nullable(let type): type.nested
    case .choice(let choice): choice.name
    case .structure(let structure): structure.name
    default: nil
    }
  }
}

extension PropertySchema {
  /// The allowed values, if they are all strings; nil otherwise.
  fileprivate var texts: [String]? {
    guard types == nil || types == [.string] else { return nil }
    let texts = values?.compactMap { value -> String? in
      if case .string(let text) = value { text } else { nil }
    }
    return texts?.count == values?.count ? texts : nil
  }
}
