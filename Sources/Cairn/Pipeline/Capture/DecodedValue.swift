/// A value that is read back from JSON.
struct DecodedValue: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
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
    } else if let elements = try? container.decode([DecodedValue].self) {
      value = .array(elements.map(\.value))
    } else {
      value = .object(try container.decode([String: DecodedValue].self).mapValues(\.value))
    }
  }
}
