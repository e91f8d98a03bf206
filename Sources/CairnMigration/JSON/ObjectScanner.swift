import Cairn

/// Reads the JSON objects of a file one by one, and finds the whole ones after a torn one.
///
/// Objects may be separated by commas, brackets, space and zero bytes, which covers arrays, lists
/// of lines, and records that end with a zero byte. At most one object and 64 KiB are in memory.
struct ObjectScanner {
  /// The rules of one format.
  struct Format: Sendable {
    /// The name of the array that a file begins with, in an object that is closed only when the
    /// file is finished; nil if a file begins with its first record or a bracket.
    var envelope: String?
    /// The bytes with which each record begins, if all records have the same.
    var head: [UInt8]?
    /// The longest record in bytes.
    var longest = 4 << 20
    /// Whether an object that follows a torn one is a record and not a part of the torn one.
    var isRecord: @Sendable ([String: Value]) -> Bool

    init(
      envelope: String? = nil, head: String? = nil,
      isRecord: @escaping @Sendable ([String: Value]) -> Bool
    ) {
      self.envelope = envelope
      self.head = head.map { Array($0.utf8) }
      self.isRecord = isRecord
    }
  }

  enum Item: Equatable {
    /// A whole object, and the place of its first byte.
    case object([String: Value], at: Int)
    /// Bytes from which no object can be read.
    case damaged(LossReason, at: Int)
  }

  private let format: Format
  private var bytes: FileBytes
  private var place = 0
  /// Whether the bytes before the place could not be read, and are counted.
  private var isInDamage = false
  /// The number of bytes that may still be looked at a second time.
  ///
  /// Without a limit, a file of opening brackets would take time in the square of its length.
  private var repeats: Int

  init(_ file: OpenFile, _ format: Format) throws(FileError) {
    self.format = format
    bytes = FileBytes(file)
    repeats = (8 << 20) + 4 * (try file.status().size)
    try skipByteOrderMark()
    if let envelope = format.envelope { try skipEnvelope(envelope) }
  }

  private mutating func skipByteOrderMark() throws(FileError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    for (offset, wanted) in mark.enumerated() {
      guard try bytes.byte(at: offset) == wanted else { return }
    }
    place = mark.count
  }

  mutating func next() throws(FileError) -> Item? {
    while try skipToObject() {
      let start = place
      var end = place
      switch try scan(&end) {
      case .complete:
        if let item = finish(start..<end) { return item }
      case .incomplete, .invalid:
        if let item = try fail(start..<end, end - start >= format.longest ? .tooLong : .torn) {
          return item
        }
      }
    }
    return unreadableItem()
  }

  /// Bytes outside of objects that were skipped, and are not counted yet.
  private var unreadable: Int?

  private mutating func unreadableItem() -> Item? {
    guard let at = unreadable else { return nil }
    unreadable = nil
    guard !isInDamage else { return nil }
    isInDamage = true
    return .damaged(.unreadable, at: at)
  }

  /// Goes to the next opening brace; returns false at the end of the file.
  private mutating func skipToObject() throws(FileError) -> Bool {
    while let byte = try bytes.byte(at: place) {
      switch byte {
      case UInt8(ascii: "{"): return true
      case UInt8(ascii: "]"):
        if try skipFooter() { continue }
      case 0, 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: ","), UInt8(ascii: "["): break
      default: if unreadable == nil { unreadable = place }
      }
      place += 1
      bytes.forget(before: place)
    }
    return false
  }

  /// Skips the rest of the envelope, which has no further objects.
  private mutating func skipFooter() throws(FileError) -> Bool {
    guard format.envelope != nil else { return false }
    var end = place + 1
    while let byte = try bytes.byte(at: end), byte <= 0x20, end - place < 16 { end += 1 }
    if try bytes.byte(at: end) == UInt8(ascii: "}") {
      place = end + 1
      return true
    }
    let footer = Array(#"],"sentAt""#.utf8)
    for (offset, wanted) in footer.enumerated() {
      guard try bytes.byte(at: place + offset) == wanted else { return false }
    }
    place += footer.count
    while let byte = try bytes.byte(at: place), byte != UInt8(ascii: "{"), byte != 0x0A {
      place += 1
      bytes.forget(before: place)
    }
    return true
  }

  private mutating func scan(_ end: inout Int) throws(FileError) -> JSONShape.Verdict {
    var shape = JSONShape()
    let limit = end + format.longest
    while end < limit, let byte = try bytes.byte(at: end) {
      end += 1
      let verdict = shape.take(byte)
      if verdict != .incomplete { return verdict }
    }
    return .incomplete
  }

  /// Handles bytes that have the shape of an object.
  private mutating func finish(_ range: Range<Int>) -> Item? {
    let value = Value(json: bytes.bytes(range))
    guard let object = value?.objectValue else {
      place = range.upperBound
      defer { unreadable = nil }
      return isCounted(at: range.lowerBound) ? .damaged(.unreadable, at: range.lowerBound) : nil
    }
    if isInDamage || unreadable != nil, !format.isRecord(object) {
      unreadable = unreadable ?? range.lowerBound
      place = range.upperBound
      return nil
    }
    if let item = unreadableItem() {
      return item
    }
    isInDamage = false
    place = range.upperBound
    bytes.forget(before: place)
    return .object(object, at: range.lowerBound)
  }

  /// Handles bytes that are no object, and goes on behind their first byte.
  private mutating func fail(
    _ range: Range<Int>, _ reason: LossReason
  ) throws(FileError) -> Item? {
    let counts = isCounted(at: range.lowerBound)
    place = range.lowerBound + 1
    repeats -= range.count
    if repeats < 0 { place = max(place, range.upperBound) }
    bytes.forget(before: place)
    unreadable = nil
    isInDamage = true
    return counts ? .damaged(reason, at: range.lowerBound) : nil
  }

  /// Whether a loss at this place is another one than the last.
  private func isCounted(at place: Int) -> Bool {
    guard isInDamage else { return true }
    guard let head = format.head else { return false }
    var rest = bytes
    for (offset, byte) in head.enumerated() {
      guard (try? rest.byte(at: place + offset)) == byte else { return false }
    }
    return true
  }

  /// Skips `{"batch":[` at the begin of a file, also when the file ends within it.
  private mutating func skipEnvelope(_ name: String) throws(FileError) {
    let parts = ["{", "\"\(name)\"", ":", "["].map { Array($0.utf8) }
    var end = place
    for part in parts {
      while let byte = try bytes.byte(at: end), byte == 0x20 || byte == 0x0A || byte == 0x0D {
        end += 1
      }
      for wanted in part {
        guard let byte = try bytes.byte(at: end) else {
          place = end
          return
        }
        guard byte == wanted else { return }
        end += 1
      }
    }
    place = end
  }
}
