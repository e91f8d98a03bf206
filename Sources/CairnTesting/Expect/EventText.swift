import Cairn
import Foundation

/// The text of events and values in failure messages, in a form similar to Swift literals.
enum EventText {
  static func subject(_ kind: EventKind, _ name: String) -> String {
    "\(kind.name) \(name.debugDescription)"
  }

  static func event(_ event: Event) -> String {
    let subject = subject(event.kind, event.name)
    return event.properties.isEmpty ? subject : "\(subject) \(value(.object(event.properties)))"
  }

  /// Returns the properties such as `currency: "EUR", total: 99`, in the order of their names.
  static func properties(_ properties: [String: Value]) -> String {
    properties.sorted { $0.key < $1.key }.map { "\($0.key): \(value($0.value))" }
      .joined(separator: ", ")
  }

  static func value(_ value: Value) -> String {
    switch value {
    case .null: "nil"
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): value.debugDescription
    case .date(let value): value.formatted(.iso8601.time(includingFractionalSeconds: true))
    case .array(let values): "[" + values.map(Self.value).joined(separator: ", ") + "]"
    case .object(let values): "[" + (values.isEmpty ? ":" : properties(values)) + "]"
    }
  }
}
