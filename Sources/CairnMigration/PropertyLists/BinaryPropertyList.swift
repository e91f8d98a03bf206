/// Reads property lists in Apple's binary form, `bplist00`.
///
/// An object may be part of several others, so a short file can stand for a huge list; the number
/// of objects and their depth are limited.
struct BinaryPropertyList {
  static let magic = Array("bplist00".utf8)
  private static let trailerSize = 32
  private static let depthLimit = 128
  /// A queue of 5 000 events with 20 properties has 400 000 objects.
  private static let mostObjects = 1_000_000

  private let bytes: [UInt8]
  private var offsetSize: Int
  private var referenceSize: Int
  private var objectCount = 0
  private var tableOffset = 0
  /// The number of objects that may still be read.
  private var budget: Int
  /// The number of bytes of texts and data that may still be copied.
  private var byteBudget: Int

  static func read(_ bytes: [UInt8]) -> PropertyList? {
    let trailer = bytes.count - trailerSize
    guard trailer >= magic.count else { return nil }
    var reader = BinaryPropertyList(bytes, trailer: trailer)
    guard (1...8).contains(reader.offsetSize), (1...8).contains(reader.referenceSize),
      let count = reader.number(at: trailer + 8, size: 8),
      let top = reader.number(at: trailer + 16, size: 8),
      let table = reader.number(at: trailer + 24, size: 8), table <= trailer,
      count <= (trailer - table) / reader.offsetSize
    else { return nil }
    (reader.objectCount, reader.tableOffset) = (count, table)
    return reader.object(top, depth: 0)
  }

  private init(_ bytes: [UInt8], trailer: Int) {
    self.bytes = bytes
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    // Each object has a reference of at least one byte, unless it is a part of several others; the
    // encoders share only texts and numbers, to each of which there is a reference as well.
    budget = min(bytes.count, Self.mostObjects)
    byteBudget = (1 << 20) + 4 * bytes.count
  }

  /// Returns an unsigned number, the most significant byte first; nil when it is not in the file or
  /// exceeds `Int`.
  private func number(at offset: Int, size: Int) -> Int? {
    guard offset >= 0, size <= 8, offset <= bytes.count - size else { return nil }
    var number: UInt64 = 0
    for byte in bytes[offset..<(offset + size)] { number = number << 8 | UInt64(byte) }
    return Int(exactly: number)
  }

  private mutating func object(_ index: Int, depth: Int) -> PropertyList? {
    budget -= 1
    guard budget > 0, depth < Self.depthLimit, index < objectCount,
      let offset = number(at: tableOffset + index * offsetSize, size: offsetSize),
      offset < bytes.count
    else { return nil }
    let (kind, detail) = (bytes[offset] >> 4, bytes[offset] & 0x0F)
    switch (kind, detail) {
    case (0, 8): return .bool(false)
    case (0, 9): return .bool(true)
    case (1, 0...4): return integer(at: offset + 1, size: 1 << detail)
    case (2, 2...3): return real(at: offset + 1, size: 1 << detail)
    case (3, 3): return real(at: offset + 1, size: 8).flatMap(Self.date)
    case (8, _): return number(at: offset + 1, size: Int(detail) + 1).map(PropertyList.reference)
    default: return sized(kind, offset, depth)
    }
  }

  private static func date(_ real: PropertyList) -> PropertyList? {
    if case .real(let seconds) = real { .date(seconds) } else { nil }
  }

  private func integer(at offset: Int, size: Int) -> PropertyList? {
    if size == 16 {
      guard number(at: offset, size: 8) == 0 else { return nil }
      return integer(at: offset + 8, unsigned: true)
    }
    if size == 8 { return integer(at: offset, unsigned: false) }
    return number(at: offset, size: size).map(PropertyList.integer)
  }

  private func integer(at offset: Int, unsigned: Bool) -> PropertyList? {
    guard let high = number(at: offset, size: 4), let low = number(at: offset + 4, size: 4) else {
      return nil
    }
    let word = UInt64(high) << 32 | UInt64(low)
    if !unsigned { return .integer(Int(truncatingIfNeeded: word)) }
    return Int(exactly: word).map(PropertyList.integer) ?? .real(Double(word))
  }

  private func real(at offset: Int, size: Int) -> PropertyList? {
    if size == 4 {
      return number(at: offset, size: 4).map {
        .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))))
      }
    }
    guard let high = number(at: offset, size: 4), let low = number(at: offset + 4, size: 4) else {
      return nil
    }
    return .real(Double(bitPattern: UInt64(high) << 32 | UInt64(low)))
  }

  /// Reads an object that begins with its length.
  private mutating func sized(_ kind: UInt8, _ offset: Int, _ depth: Int) -> PropertyList? {
    var start = offset + 1
    var count = Int(bytes[offset] & 0x0F)
    if count == 15 {
      guard start < bytes.count, bytes[start] >> 4 == 1, bytes[start] & 0x0F <= 3 else {
        return nil
      }
      let size = 1 << Int(bytes[start] & 0x0F)
      guard let long = number(at: start + 1, size: size) else { return nil }
      count = long
      start += 1 + size
    }
    byteBudget -= count
    guard count <= bytes.count, byteBudget >= 0 else { return nil }
    switch kind {
    case 4: return raw(start, count).map { .data(Array($0)) }
    case 5: return raw(start, count).map { .string(String(decoding: $0, as: UTF8.self)) }
    case 6: return wideText(start, count)
    case 10, 12: return references(start, count, depth).map(PropertyList.array)
    case 13: return dictionary(start, count, depth)
    default: return nil
    }
  }

  private func raw(_ start: Int, _ count: Int) -> ArraySlice<UInt8>? {
    guard start <= bytes.count - count else { return nil }
    return bytes[start..<(start + count)]
  }

  private func wideText(_ start: Int, _ count: Int) -> PropertyList? {
    guard let raw = raw(start, count * 2) else { return nil }
    let units = stride(from: raw.startIndex, to: raw.endIndex, by: 2).map {
      UInt16(raw[$0]) << 8 | UInt16(raw[$0 + 1])
    }
    return .string(String(decoding: units, as: UTF16.self))
  }

  private mutating func references(
    _ start: Int, _ count: Int, _ depth: Int
  ) -> [PropertyList]? {
    var elements: [PropertyList] = []
    for place in 0..<count {
      guard let index = number(at: start + place * referenceSize, size: referenceSize),
        let element = object(index, depth: depth + 1)
      else { return nil }
      elements.append(element)
    }
    return elements
  }

  private mutating func dictionary(_ start: Int, _ count: Int, _ depth: Int) -> PropertyList? {
    guard let names = references(start, count, depth),
      let values = references(start + count * referenceSize, count, depth)
    else { return nil }
    var members: [String: PropertyList] = [:]
    for (name, value) in zip(names, values) {
      guard let name = name.string else { return nil }
      members[name] = value
    }
    return .dictionary(members)
  }
}
