import Cairn

/// The bytes of a file, of which a bounded part is in memory.
struct FileBytes {
  private static let step = 64 << 10
  private let file: OpenFile
  private var window: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  init(_ file: OpenFile) { self.file = file }

  /// Returns the byte at an offset that is not before the last `forget`; nil at the end of the
  /// file.
  @inline(__always)
  mutating func byte(at offset: Int) throws(FileError) -> UInt8? {
    if offset - start < window.count { return window[offset - start] }
    return try load(offset)
  }

  private mutating func load(_ offset: Int) throws(FileError) -> UInt8? {
    while !isAtEnd, offset - start >= window.count {
      let more = try file.read(Self.step, at: start + window.count)
      isAtEnd = more.count < Self.step
      window += more
    }
    return offset - start < window.count ? window[offset - start] : nil
  }

  /// Returns loaded bytes.
  func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
    window[(range.lowerBound - start)..<(range.upperBound - start)]
  }

  /// Releases the bytes before an offset.
  mutating func forget(before offset: Int) {
    guard offset - start >= Self.step else { return }
    window.removeFirst(min(offset - start, window.count))
    start = offset
  }
}

extension String {
  /// Creates a text from UTF-8; nil when a byte is not part of a character.
  init?(wholeUTF8 bytes: [UInt8]) {
    self.init(decoding: bytes, as: UTF8.self)
    // A byte that is not valid was replaced.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
