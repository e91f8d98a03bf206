import Cairn

/// Any value of a stored event.
///
/// `Value(json:)` refuses a whole text because of one number that exceeds every `Double`, which a
/// sender can put into an event; here that number is `null`, and the others are shown.
struct StoredValue: Decodable {
  var value: Value

  init(from decoder: any Decoder) throws {
    if let members = try? decoder.singleValueContainer().decode([String: StoredValue].self) {
      value = .object(members.mapValues(\.value))
    } else if let elements = try? decoder.singleValueContainer().decode([StoredValue].self) {
      value = .array(elements.map(\.value))
    } else {
      value = Self.scalar(try decoder.singleValueContainer())
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) -> Value {
    if let text = try? container.decode(String.self) { return .string(text) }
    if let isTrue = try? container.decode(Bool.self) { return .bool(isTrue) }
    if let integer = try? container.decode(Int.self) { return .int(integer) }
    if let number = try? container.decode(Double.self) { return .double(number) }
    return .null
  }
}
