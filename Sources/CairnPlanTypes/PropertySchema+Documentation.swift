import Cairn
import CairnPlan

extension PropertySchema {
  /// Returns the paragraphs of a property's comment: its description, and the limits that its type
  /// does not express.
  func documentation(of name: String) -> [String] {
    let summary = description.isEmpty ? "The property `\(name)`." : description
    return [summary] + (limits.isEmpty ? [] : [limits.joined(separator: " ")])
  }

  private var limits: [String] {
    bounds.map(\.sentence) + (pattern.map { ["It matches `\($0)`."] } ?? [])
      + (values.flatMap(Self.sentence).map { [$0] } ?? [])
  }

  private static func sentence(_ values: [Value]) -> String? {
    let isText = values.allSatisfy { if case .string = $0 { true } else { false } }
    guard !isText else { return nil }
    let list = values.map { String(decoding: $0.json, as: UTF8.self) }
    return "One of \(list.joined(separator: ", "))."
  }
}

extension PropertySchema.Bound {
  fileprivate var sentence: String {
    let number: Value = Int(exactly: limit).map(Value.int) ?? .double(limit)
    let text = String(decoding: number.json, as: UTF8.self)
    let plural = limit == 1 ? "" : "s"
    return switch word {
    case .minimum: "At least \(text)."
    case .maximum: "At most \(text)."
    case .exclusiveMinimum: "More than \(text)."
    case .exclusiveMaximum: "Less than \(text)."
    case .minLength: "At least \(text) character\(plural)."
    case .maxLength: "At most \(text) character\(plural)."
    case .minItems: "At least \(text) element\(plural)."
    case .maxItems: "At most \(text) element\(plural)."
    }
  }
}
