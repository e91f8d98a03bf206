import Cairn

/// Reads any JSON, down to a depth that no document needs and every stack bears.
struct DocumentValue: Decodable {
  private static let greatestDepth = 64

  let value: Value

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard decoder.codingPath.count <= Self.greatestDepth else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "nested too deeply")
    }
    if let text = try? container.decode(String.self) {
      value = .string(text)
    } else if container.decodeNil() {
      value = .null
    } else if let bool = try? container.decode(Bool.self) {
      value = .bool(bool)
    } else if let integer = try? container.decode(Int.self) {
      value = .int(integer)
    } else if let number = try? container.decode(Double.self) {
      value = .double(number)
    } else if let members = try Self.members(container) {
      value = .object(members)
    } else {
      value = .array(try container.decode([DocumentValue].self).map(\.value))
    }
  }

  /// Nil when it is no object; an object that cannot be read is an error.
  private static func members(_ container: any SingleValueDecodingContainer) throws
    -> [String: Value]?
  {
    do {
      return try container.decode([String: DocumentValue].self).mapValues(\.value)
    } catch DecodingError.typeMismatch {
      return nil
    }
  }
}
