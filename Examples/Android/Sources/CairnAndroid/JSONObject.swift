import Cairn
import Foundation

/// The properties of an event, as JSON from Kotlin.
enum JSONObject {
  /// The property that has the text, if it is not a JSON object: the event is recorded all the same.
  static let unreadable = "unreadableProperties"

  static func values(in json: Data) -> [String: Value] {
    do {
      return try JSONDecoder().decode([String: Member].self, from: json).mapValues(\.value)
    } catch {
      return [unreadable: .string(String(decoding: json, as: UTF8.self))]
    }
  }

  private struct Member: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        value = .null
      } else if let bool = try? container.decode(Bool.self) {
        value = .bool(bool)
      } else if let int = try? container.decode(Int.self) {
        value = .int(int)
      } else if let double = try? container.decode(Double.self) {
        value = .double(double)
      } else if let text = try? container.decode(String.self) {
        value = .string(text)
      } else if let elements = try? container.decode([Member].self) {
        value = .array(elements.map(\.value))
      } else {
        value = .object(try container.decode([String: Member].self).mapValues(\.value))
      }
    }
  }
}
