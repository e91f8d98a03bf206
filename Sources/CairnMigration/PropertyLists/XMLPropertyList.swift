import Cairn

/// Reads property lists in the XML form, with the elements that Foundation writes.
///
/// The document type is skipped and defines no entities.
struct XMLPropertyList {
  private static let depthLimit = 128
  private let bytes: [UInt8]
  private var place = 0

  static func read(_ bytes: [UInt8]) -> PropertyList? {
    var reader = XMLPropertyList(bytes: bytes)
    guard let root = reader.tag(), root.name == "plist", root.form == .start,
      let first = reader.tag()
    else { return nil }
    return reader.element(first, depth: 0)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private enum Form { case start, end, empty }

  private struct Tag {
    var name: String
    var form: Form
  }

  /// Returns the next tag, without its attributes; skips text, comments and declarations.
  private mutating func tag() -> Tag? {
    while let open = find("<", from: place) {
      place = open + 1
      guard place < bytes.count else { return nil }
      if bytes[place...].starts(with: "!--".utf8) {
        guard let end = find("-->", from: place) else { return nil }
        place = end + 3
        continue
      }
      guard let end = find(">", from: place) else { return nil }
      let text = bytes[place..<end]
      place = end + 1
      if text.first == UInt8(ascii: "?") || text.first == UInt8(ascii: "!") { continue }
      return Self.tag(text)
    }
    return nil
  }

  private static func tag(_ text: ArraySlice<UInt8>) -> Tag? {
    var text = text
    var form = Form.start
    if text.first == UInt8(ascii: "/") {
      form = .end
      text = text.dropFirst()
    } else if text.last == UInt8(ascii: "/") {
      form = .empty
      text = text.dropLast()
    }
    let name = text.prefix { $0 != 0x20 && $0 != 0x0A && $0 != 0x09 && $0 != 0x0D }
    return Tag(name: String(decoding: name, as: UTF8.self), form: form)
  }

  private func find(_ text: StaticString, from start: Int) -> Int? {
    let length = text.utf8CodeUnitCount
    var offset = start
    while offset + length <= bytes.count {
      if (0..<length).allSatisfy({ bytes[offset + $0] == text.utf8Start[$0] }) { return offset }
      offset += 1
    }
    return nil
  }

  private mutating func element(_ tag: Tag, depth: Int) -> PropertyList? {
    guard depth < Self.depthLimit, tag.form != .end else { return nil }
    switch tag.name {
    case "true", "false":
      if tag.form == .start, self.tag()?.form != .end { return nil }
      return .bool(tag.name == "true")
    case "dict": return tag.form == .empty ? .dictionary([:]) : dictionary(depth)
    case "array": return tag.form == .empty ? .array([]) : array(depth)
    default: return text(tag).flatMap { Self.scalar(tag.name, $0) }
    }
  }

  private static func scalar(_ name: String, _ text: String) -> PropertyList? {
    switch name {
    case "string": .string(text)
    case "integer": Int(text).map(PropertyList.integer) ?? Double(text).map(PropertyList.real)
    case "real": Double(text).map(PropertyList.real)
    case "date": Timestamps.milliseconds(text).map { .date(Timestamps.secondsSince2001($0)) }
    case "data": Base64.bytes(text).map(PropertyList.data)
    default: nil
    }
  }

  /// Reads the text of an element, up to and including its end tag.
  private mutating func text(_ tag: Tag) -> String? {
    if tag.form == .empty { return "" }
    var text: [UInt8] = []
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "<"):
        if bytes[place...].starts(with: "<![CDATA[".utf8) {
          guard let end = find("]]>", from: place) else { return nil }
          text += bytes[(place + 9)..<max(place + 9, end)]
          place = end + 3
          continue
        }
        guard let end = self.tag(), end.form == .end, end.name == tag.name else { return nil }
        return String(wholeUTF8: text)
      case UInt8(ascii: "&"):
        guard let scalar = entity() else { return nil }
        text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      default:
        text.append(bytes[place])
        place += 1
      }
    }
    return nil
  }

  private mutating func entity() -> Unicode.Scalar? {
    let limit = min(place + 12, bytes.count)
    guard let end = bytes[place..<limit].firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
    place = end + 1
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: return Self.numbered(name)
    }
  }

  private static func numbered(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let number =
      digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    return number.flatMap { Unicode.Scalar($0) }
  }

  private mutating func array(_ depth: Int) -> PropertyList? {
    var elements: [PropertyList] = []
    while let tag = tag() {
      if tag.form == .end { return tag.name == "array" ? .array(elements) : nil }
      guard let element = element(tag, depth: depth + 1) else { return nil }
      elements.append(element)
    }
    return nil
  }

  private mutating func dictionary(_ depth: Int) -> PropertyList? {
    var members: [String: PropertyList] = [:]
    while let tag = tag() {
      if tag.form == .end { return tag.name == "dict" ? Self.list(members) : nil }
      guard tag.name == "key", let name = text(tag), let next = self.tag(),
        let value = element(next, depth: depth + 1)
      else { return nil }
      members[name] = value
    }
    return nil
  }

  /// Returns the dictionary, or the reference that keyed archives write in this form.
  private static func list(_ members: [String: PropertyList]) -> PropertyList {
    if members.count == 1, case .integer(let number)? = members["CF$UID"] {
      return .reference(number)
    }
    return .dictionary(members)
  }
}
