package import Cairn

/// Reads a property's value from JSON.
package struct JSONValue: Decodable, Sendable {
  package let value: Value

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = .null
    } else if let bool = try? container.decode(Bool.self) {
      value = .bool(bool)
    } else if let integer = try? container.decode(Int.self) {
      value = .int(integer)
    } else if let number = try? container.decode(Double.self) {
      value = .double(number)
    } else if let text = try? container.decode(String.self) {
      value = .string(text)
    } else if let list = try? container.decode([JSONValue].self) {
      value = .array(list.map(\.value))
    } else {
      value = .object(try container.decode([String: JSONValue].self).mapValues(\.value))
    }
  }
}
