import Cairn

extension Value {
  /// As JSON, members in the order of their names.
  package var json: [UInt8] {
    var buffer = OutputBuffer(capacity: 512)
    write(to: &buffer)
    return Array(buffer.bytes)
  }

  private func write(to buffer: inout OutputBuffer) {
    switch self {
    case .null, .date: buffer.append("null")
    case .bool(let bool): if bool { buffer.append("true") } else { buffer.append("false") }
    case .int(let integer): buffer.appendJSON(Int64(integer))
    case .double(let number): _ = buffer.appendJSON(number)
    case .string(let text): buffer.appendJSON(text)
    case .array(let elements):
      Self.list(elements, "[", "]", to: &buffer) { $0.write(to: &$1) }
    case .object(let members):
      Self.list(members.sorted { $0.key < $1.key }, "{", "}", to: &buffer) { member, buffer in
        buffer.appendJSON(member.key)
        buffer.append(":")
        member.value.write(to: &buffer)
      }
    }
  }

  private static func list<Element>(
    _ elements: [Element], _ opening: StaticString, _ closing: StaticString,
    to buffer: inout OutputBuffer, _ write: (Element, inout OutputBuffer) -> Void
  ) {
    buffer.append(opening)
    for (place, element) in elements.enumerated() {
      if place > 0 { buffer.append(",") }
      write(element, &buffer)
    }
    buffer.append(closing)
  }
}
