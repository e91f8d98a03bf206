import Cairn

/// Checks values against a schema.
///
/// It is made once per schema, because compiling regular expressions is slow.
struct SchemaCheck: Sendable {
  private let schema: PropertySchema
  private let patterns: Patterns

  init(_ schema: PropertySchema) {
    self.schema = schema
    patterns = Patterns(schema)
  }

  /// Returns all problems, sorted by path.
  ///
  /// They never contain a part of the value.
  func problems(of value: Value) -> [PlanProblem] {
    var run = Run(patterns: patterns)
    run.check(value, schema)
    return run.problems.sorted { $0.description < $1.description }
  }

  /// Returns all problems of an object with these members, like `problems(of:)`.
  func problems(of properties: [String: Value]) -> [PlanProblem] {
    var run = Run(patterns: patterns)
    run.check(properties, schema)
    return run.problems.sorted { $0.description < $1.description }
  }

  private struct Run {
    let patterns: Patterns
    private var pauses = Patterns.mostPauses
    var problems: [PlanProblem] = []
    // The path is reused, so that checking a value does not allocate memory for it.
    private var path: [String] = []

    init(patterns: Patterns) { self.patterns = patterns }

    mutating func check(_ value: Value, _ schema: PropertySchema) {
      if let types = schema.types, !types.contains(where: value.has) {
        let wanted = types.map(\.rawValue).joined(separator: " or ")
        return note("it is \(value.type.rawValue), not \(wanted)")
      }
      if let values = schema.values, !values.contains(where: value.equals) {
        note("it is not one of the allowed values")
      }
      for bound in schema.bounds where !bound.holds(for: value) {
        note("it violates its \(bound.word.rawValue)")
      }
      if let pattern = schema.pattern, let text = value.text,
        !patterns.matches(text, pattern, &pauses)
      {
        note("it does not match \(pattern)")
      }
      switch value {
      case .object(let members): check(members, schema)
      case .array(let elements): check(elements, schema)
      default: break
      }
    }

    mutating func check(_ members: [String: Value], _ schema: PropertySchema) {
      for name in schema.required where members[name] == nil {
        at(name) { $0.note("it is missing") }
      }
      for (name, member) in members {
        if let own = schema.properties[name] {
          at(name) { $0.check(member, own) }
        } else if !schema.allowsOthers {
          at(name) { $0.note("it is not in the plan") }
        }
      }
    }

    private mutating func check(_ elements: [Value], _ schema: PropertySchema) {
      guard let items = schema.items.first else { return }
      for (place, element) in elements.enumerated() {
        at("\(place)") { $0.check(element, items) }
      }
    }

    private mutating func at(_ name: String, _ body: (inout Run) -> Void) {
      path.append(name)
      body(&self)
      path.removeLast()
    }

    private mutating func note(_ what: String) { problems.append(PlanProblem(path, what)) }
  }
}
