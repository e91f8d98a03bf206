import Cairn

extension PlanReader {
  private static let people: Set<String> = [
    "title", "description", "examples", "default", "$comment", "deprecated",
  ]
  private static let meaning: Set<String> = [
    "type", "enum", "const", "properties", "required", "additionalProperties", "items", "pattern",
  ]
  private static let known =
    people.union(meaning).union(PropertySchema.Bound.Word.allCases.map(\.rawValue))

  mutating func schema(_ value: Value) -> PropertySchema {
    var schema = PropertySchema()
    guard let members = object(value, Self.known) else { return schema }
    schema.description = text(members["description"], at: "description")
    schema.types = types(members["type"])
    schema.values = values(members)
    schema.properties = properties(members["properties"])
    schema.required = required(members["required"], schema)
    if let others = members["additionalProperties"] { schema.allowsOthers = allows(others) }
    if let items = members["items"] { schema.items = [at("items") { $0.schema(items) }] }
    schema.bounds = PropertySchema.Bound.Word.allCases.compactMap {
      bound($0, members[$0.rawValue])
    }
    schema.pattern = pattern(members["pattern"])
    noteContradictions(schema)
    return schema
  }

  private mutating func types(_ value: Value?) -> [PropertySchema.JSONType]? {
    guard let value else { return nil }
    let words: [Value] = if case .array(let words) = value { words } else { [value] }
    let types = words.compactMap { word -> PropertySchema.JSONType? in
      guard case .string(let name) = word else { return nil }
      return PropertySchema.JSONType(rawValue: name)
    }
    if types.count < words.count || types.isEmpty {
      let all = PropertySchema.JSONType.allCases.map(\.rawValue).joined(separator: ", ")
      at("type") { $0.note("a type is one of \(all)") }
    }
    return types
  }

  private mutating func values(_ members: [String: Value]) -> [Value]? {
    guard let listed = members["enum"] else { return members["const"].map { [$0] } }
    guard case .array(let values) = listed, !values.isEmpty else {
      at("enum") { $0.note("it is not a list of at least one value") }
      return nil
    }
    guard let only = members["const"] else { return values }
    if !values.contains(where: only.equals) { at("const") { $0.note("it is not in enum") } }
    return [only]
  }

  private mutating func properties(_ value: Value?) -> [String: PropertySchema] {
    guard let value else { return [:] }
    return at("properties") { reader in
      guard case .object(let members) = value else {
        reader.note("it is not an object of schemas by name")
        return [:]
      }
      var schemas: [String: PropertySchema] = [:]
      for (name, member) in members.sorted(by: { $0.key < $1.key }) {
        schemas[name] = reader.at(name) { $0.schema(member) }
      }
      return schemas
    }
  }

  private mutating func required(_ value: Value?, _ schema: PropertySchema) -> [String] {
    guard let value else { return [] }
    return at("required") { reader in
      guard case .array(let names) = value else {
        reader.note("it is not a list of names")
        return []
      }
      return names.compactMap { name in
        guard case .string(let name) = name else {
          reader.note("a name is not text")
          return nil
        }
        if schema.properties[name] == nil { reader.note("\(name) is not among the properties") }
        return name
      }.sorted()
    }
  }

  private mutating func allows(_ value: Value) -> Bool {
    if case .bool(let allows) = value { return allows }
    at("additionalProperties") { $0.note("it is neither true nor false") }
    return true
  }

  private mutating func bound(_ word: PropertySchema.Bound.Word, _ value: Value?) -> PropertySchema
    .Bound?
  {
    guard let value else { return nil }
    guard let limit = value.number else {
      at(word.rawValue) { $0.note("it is not a number") }
      return nil
    }
    if word.isOfLength, limit < 0 || limit.rounded() != limit {
      at(word.rawValue) { $0.note("it is not an integer of at least 0") }
    }
    return PropertySchema.Bound(word: word, limit: limit)
  }

  private mutating func pattern(_ value: Value?) -> String? {
    guard value != nil else { return nil }
    let pattern = text(value, at: "pattern")
    if Patterns.compile(pattern) == nil {
      at("pattern") { $0.note("it is not a valid regular expression") }
    }
    return pattern
  }

  /// Notes constraints that no value can satisfy.
  private mutating func noteContradictions(_ schema: PropertySchema) {
    if let values = schema.values, let types = schema.types,
      !values.allSatisfy({ types.contains(where: $0.has) })
    {
      at("enum") { $0.note("a value does not have the type") }
    }
    let limits = Dictionary(
      schema.bounds.map { ($0.word, $0.limit) }, uniquingKeysWith: { first, _ in first })
    let pairs: [(PropertySchema.Bound.Word, PropertySchema.Bound.Word)] = [
      (.minimum, .maximum), (.minLength, .maxLength), (.minItems, .maxItems),
    ]
    for (least, most) in pairs {
      guard let low = limits[least], let high = limits[most], low > high else { continue }
      at(least.rawValue) { $0.note("it is more than \(most.rawValue)") }
    }
  }
}

extension PropertySchema.Bound.Word {
  fileprivate var isOfLength: Bool {
    switch self {
    case .minLength, .maxLength, .minItems, .maxItems: true
    default: false
    }
  }
}
