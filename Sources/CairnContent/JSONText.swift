package import Cairn
import Foundation

/// Writes values as JSON whose members are in the order of their names: equal values have equal texts.
package struct JSONText: ~Copyable {
  package private(set) var buffer = OutputBuffer(capacity: 512)

  package init() {}

  package var bytes: [UInt8] { Array(buffer.bytes) }

  package mutating func raw(_ text: StaticString) { buffer.append(text) }

  package mutating func raw(_ bytes: some Collection<UInt8>) { buffer.append(Array(bytes)) }

  package mutating func string(_ text: String) { buffer.appendJSON(text) }

  package mutating func timestamp(_ milliseconds: Int64) {
    buffer.append(UInt8(ascii: "\""))
    buffer.appendTimestamp(milliseconds: milliseconds)
    buffer.append(UInt8(ascii: "\""))
  }

  package mutating func value(_ value: Value) {
    switch value {
    case .null: buffer.append("null")
    case .bool(let bool): if bool { buffer.append("true") } else { buffer.append("false") }
    case .int(let integer): buffer.appendJSON(Int64(integer))
    case .double(let number): _ = buffer.appendJSON(number)
    case .string(let text): string(text)
    case .date(let date): timestamp(Int64((date.timeIntervalSince1970 * 1_000).rounded(.down)))
    case .array(let elements): list(elements) { $0.value($1) }
    case .object(let members): object(members)
    }
  }

  package mutating func object(_ members: [String: Value]) {
    list(members.sorted { $0.key < $1.key }, "{", "}") { text, member in
      text.string(member.key)
      text.raw(":")
      text.value(member.value)
    }
  }

  package mutating func list<Element>(
    _ elements: [Element], _ opening: StaticString = "[", _ closing: StaticString = "]",
    _ write: (inout JSONText, Element) -> Void
  ) {
    raw(opening)
    for (place, element) in elements.enumerated() {
      if place > 0 { raw(",") }
      write(&self, element)
    }
    raw(closing)
  }
}

extension Value {
  /// Text as it is, lists and objects as JSON, anything else as it is printed.
  package var printed: String {
    if case .string(let text) = self { return text }
    var text = JSONText()
    text.value(self)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}
