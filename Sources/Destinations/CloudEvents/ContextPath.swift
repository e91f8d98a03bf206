import Cairn
import Foundation

/// The path of a value in the context.
struct ContextPath: Sendable {
  private let name: String
  private let member: String?

  init(_ name: String, _ member: String? = nil) {
    self.name = name
    self.member = member
  }

  /// Returns the value if an attribute can hold it, that is, a string or a 32-bit integer; nil
  /// otherwise.
  func value(in context: [String: Value]) -> Value? {
    let value = context[name]
    let found = if let member { value?[member] } else { value }
    switch found {
    case .string: return found
    case .int(let number) where Int32(exactly: number) != nil: return found
    default: return nil
    }
  }
}

extension Value {
  /// Whether the value is an empty string; attributes must not be empty.
  var isEmptyText: Bool { self == "" }
}

extension DecodedEvent {
  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
