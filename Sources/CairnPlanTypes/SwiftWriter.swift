import CairnPlan

/// Writes indented declarations.
struct SwiftWriter {
  private(set) var text = ""
  private let access: String
  private var depth = 0
  private static let width = 100

  init(access: SwiftAccess) { self.access = access.modifier }

  mutating func write(_ line: String) {
    if !line.isEmpty { text += String(repeating: "  ", count: depth) + line }
    text += "\n"
  }

  mutating func write(_ structure: SwiftStructure) {
    document([structure.summary])
    block("\(access)struct \(structure.name): \(structure.conformance)") { writer in
      if case .event(let event) = structure.role {
        writer.document(["The event's name."])
        writer.write("\(writer.access)static let name = \(event.name.swiftLiteral)")
        writer.write("")
      }
      writer.writeMembers(structure)
      for nested in structure.properties.compactMap(\.type.declaration) {
        writer.write("")
        switch nested {
        case .choice(let choice): writer.write(choice)
        case .structure(let inner): writer.write(inner)
        default: break
        }
      }
    }
  }

  private mutating func writeMembers(_ structure: SwiftStructure) {
    for property in structure.properties {
      document(property.documentation)
      let name = SwiftName.quoted(property.identifier)
      write("\(access)var \(name): \(property.declaredType)")
    }
    if !structure.properties.isEmpty { write("") }
    writeInitializer(structure)
    write("")
    writeProperties(structure)
  }

  private mutating func write(_ choice: SwiftChoice) {
    document(["What `\(choice.property)` may be."])
    block("\(access)enum \(choice.name): String, CaseIterable, Sendable") { writer in
      for (identifier, text) in choice.cases {
        writer.document(["`\(text)`."])
        writer.write("case \(SwiftName.quoted(identifier)) = \(text.swiftLiteral)")
      }
    }
  }

  private mutating func writeInitializer(_ structure: SwiftStructure) {
    let properties = structure.properties
    let parameters = properties.map { property in
      "\(SwiftName.quoted(property.identifier)): \(property.declaredType)"
        + (property.isRequired ? "" : " = nil")
    }
    document(["Makes \(structure.noun)."])
    let line = "\(access)init(\(parameters.joined(separator: ", ")))"
    guard !properties.isEmpty else { return write("\(line) {}") }
    if depth * 2 + line.count + 2 <= Self.width {
      write("\(line) {")
    } else {
      write("\(access)init(")
      for (place, parameter) in parameters.enumerated() {
        write("  \(parameter)\(place + 1 < parameters.count ? "," : "")")
      }
      write(") {")
    }
    for property in properties {
      let name = SwiftName.quoted(property.identifier)
      write("  self.\(name) = \(name)")
    }
    write("}")
  }

  private mutating func writeProperties(_ structure: SwiftStructure) {
    let properties = structure.properties
    document(["The properties as they are recorded."])
    guard !properties.isEmpty else {
      return write("\(access)var properties: [String: Value] { [:] }")
    }
    block("\(access)var properties: [String: Value]") { writer in
      writer.write("var properties = [String: Value](minimumCapacity: \(properties.count))")
      for property in properties { writer.writeAssignment(property) }
      writer.write("return properties")
    }
  }

  private mutating func writeAssignment(_ property: SwiftProperty) {
    let place = "properties[\(property.name.swiftLiteral)]"
    let name = SwiftName.quoted(property.identifier)
    guard !property.isRequired else {
      return write("\(place) = \(property.type.expression(of: name))")
    }
    let type = if case .nullable(let inner) = property.type { inner } else { property.type }
    write("if let \(name) { \(place) = \(type.expression(of: name)) }")
  }

  private mutating func document(_ paragraphs: [String]) {
    for (place, paragraph) in paragraphs.enumerated() {
      if place > 0 { write("///") }
      for line in paragraph.wrapped(to: Self.width - depth * 2 - 4) { write("/// \(line)") }
    }
  }

  private mutating func block(_ head: String, _ body: (inout SwiftWriter) -> Void) {
    write("\(head) {")
    depth += 1
    body(&self)
    depth -= 1
    write("}")
  }
}

extension SwiftStructure {
  fileprivate var summary: String {
    guard documentation.isEmpty else { return documentation }
    return switch role {
    case .event(let event): "The event `\(event.name)`."
    case .object(let property): "What `\(property)` holds."
    }
  }

  fileprivate var noun: String { if case .event = role { "the event" } else { "the object" } }

  fileprivate var conformance: String {
    guard case .event(let event) = role else { return "Hashable, Sendable" }
    return event.kind == .screen ? "TypedScreen, Hashable" : "TypedEvent, Hashable"
  }
}

extension SwiftType {
  /// The nested type that must be declared; nil for none.
  fileprivate var declaration: SwiftType? {
    switch self {
    case .list(let type), .nullable(let type): type.declaration
    case .choice, .structure: self
    default: nil
    }
  }
}
