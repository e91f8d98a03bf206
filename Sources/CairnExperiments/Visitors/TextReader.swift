import Cairn

/// Decodes length-prefixed texts; returns nil where the bytes are not valid.
struct TextReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func text() -> String? {
    guard let count = number(), count <= bytes.count - place else { return nil }
    defer { place += count }
    return String(decoding: bytes[place..<place + count], as: UTF8.self)
  }

  mutating func list() -> [String]? {
    guard let count = count(ofAtLeast: 4) else { return nil }
    var list: [String] = []
    list.reserveCapacity(count)
    for _ in 0..<count {
      guard let text = text() else { return nil }
      list.append(text)
    }
    return list
  }

  mutating func map() -> [CodeUnitKey: String]? {
    guard let count = count(ofAtLeast: 8) else { return nil }
    var map: [CodeUnitKey: String] = [:]
    for _ in 0..<count {
      guard let key = text(), let value = text() else { return nil }
      map[key] = value
    }
    return map
  }

  /// Decodes a count of elements with a minimum size; nil if the bytes are too few for them.
  private mutating func count(ofAtLeast size: Int) -> Int? {
    number().flatMap { $0 <= (bytes.count - place) / size ? $0 : nil }
  }

  private mutating func number() -> Int? {
    guard bytes.count - place >= 4 else { return nil }
    defer { place += 4 }
    return bytes.withUnsafeBytes { Int($0.littleEndian(UInt32.self, at: place)) }
  }
}
