package import Cairn

/// A value of a property list.
package indirect enum PropertyList: Equatable, Sendable {
  case bool(Bool)
  case integer(Int)
  case real(Double)
  case string(String)
  /// A point in time, in seconds since 2001.
  case date(Double)
  case data([UInt8])
  case array([PropertyList])
  case dictionary([String: PropertyList])
  /// The place of another object in a keyed archive.
  case reference(Int)

  /// Reads a property list in the binary form or as XML; nil when the bytes are neither.
  package init?(_ bytes: [UInt8]) {
    if bytes.starts(with: BinaryPropertyList.magic) {
      guard let list = BinaryPropertyList.read(bytes) else { return nil }
      self = list
    } else {
      guard let list = XMLPropertyList.read(bytes) else { return nil }
      self = list
    }
  }

  package var dictionary: [String: PropertyList]? {
    if case .dictionary(let members) = self { members } else { nil }
  }

  package var array: [PropertyList]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }

  package var data: [UInt8]? { if case .data(let bytes) = self { bytes } else { nil } }

  package var bool: Bool? {
    switch self {
    case .bool(let value): value
    case .integer(0): false
    case .integer(1): true
    default: nil
    }
  }

  package var integer: Int? {
    switch self {
    case .integer(let number): number
    case .real(let number): Int(exactly: number)
    case .string(let text): Int(text)
    default: nil
    }
  }

  /// The list as a value of an event: dates as text, bytes as Base64, references as null.
  package var value: Value {
    switch self {
    case .bool(let value): .bool(value)
    case .integer(let number): .int(number)
    case .real(let number): .double(number)
    case .string(let text): .string(text)
    case .date(let seconds): Timestamps.text(secondsSince2001: seconds).map(Value.string) ?? .null
    case .data(let bytes): .string(Base64.text(bytes))
    case .array(let elements): .array(elements.map(\.value))
    case .dictionary(let members): .object(members.mapValues(\.value))
    case .reference: .null
    }
  }
}
