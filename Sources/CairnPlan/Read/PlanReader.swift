import Cairn

/// Reads a plan and collects all of its problems.
struct PlanReader {
  private(set) var problems: [PlanProblem] = []
  private var path: [String] = []

  mutating func plan(_ document: Value) -> (name: String, events: [PlannedEvent]) {
    guard let members = object(document, ["name", "description", "events", "$schema", "$comment"])
    else { return ("", []) }
    let name = text(members["name"], at: "name")
    guard let listed = members["events"] else {
      note("it has no events")
      return (name, [])
    }
    let events = at("events") { reader -> [PlannedEvent] in
      guard case .object(let events) = listed else {
        reader.note("it is not an object of events by name")
        return []
      }
      return events.sorted { $0.key < $1.key }.map { reader.event($0, $1) }
    }
    return (name, events)
  }

  private mutating func event(_ name: String, _ value: Value) -> PlannedEvent {
    at(name) { reader in
      if name.isEmpty { reader.note("an event has no name") }
      guard case .object(var members) = value else {
        reader.note("it is not an object")
        return PlannedEvent(name: name, kind: .track, description: "", schema: PropertySchema())
      }
      let kind = reader.kind(members.removeValue(forKey: "kind"))
      members["type"] = members["type"] ?? "object"
      var schema = reader.schema(.object(members))
      if schema.types != [.object] { reader.note("an event's properties must be an object") }
      let description = schema.description
      schema.description = ""
      return PlannedEvent(name: name, kind: kind, description: description, schema: schema)
    }
  }

  private mutating func kind(_ value: Value?) -> PlannedEvent.Kind {
    guard let value else { return .track }
    if case .string(let word) = value, let kind = PlannedEvent.Kind(rawValue: word) { return kind }
    at("kind") { $0.note("it is neither track nor screen") }
    return .track
  }

  // MARK: What all readers need

  mutating func note(_ what: String) { problems.append(PlanProblem(path, what)) }

  mutating func at<Result>(_ name: String, _ body: (inout PlanReader) -> Result) -> Result {
    path.append(name)
    defer { path.removeLast() }
    return body(&self)
  }

  /// Returns the members of an object; notes a problem for each name that is not known.
  mutating func object(_ value: Value, _ known: Set<String>) -> [String: Value]? {
    guard case .object(let members) = value else {
      note("it is not an object")
      return nil
    }
    for name in members.keys.sorted() where !known.contains(name) {
      at(name) { $0.note("this keyword is unknown") }
    }
    return members
  }

  mutating func text(_ value: Value?, at name: String) -> String {
    guard let value else { return "" }
    if case .string(let text) = value { return text }
    at(name) { $0.note("it is not text") }
    return ""
  }
}
