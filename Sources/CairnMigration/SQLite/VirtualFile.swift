import Cairn

/// A file as SQLite sees it: what it writes stays in memory, so the file itself is never changed.
///
/// SQLite writes when it completes a transaction that a kill has interrupted.
final class VirtualFile {
  private static let page = 4_096
  /// The number of bytes that may be written.
  private static let capacity = 32 << 20

  private let file: OpenFile?
  private var written: [Int: [UInt8]] = [:]
  private(set) var size: Int
  /// The size of the file itself, where it is not overwritten.
  private var fileSize: Int
  /// The size that the file can have with all bytes that may be written.
  private let largestSize: Int

  init(_ file: OpenFile?) throws(FileError) {
    self.file = file
    size = try file?.status().size ?? 0
    fileSize = size
    largestSize = size + Self.capacity
  }

  /// Reads into the buffer; returns the number of bytes that the file has there.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int {
    let count = max(0, min(buffer.count, size - offset))
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    let stored = max(0, min(count, fileSize - offset))
    if stored > 0, let file {
      _ = try file.read(
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<stored]), at: offset)
    }
    if written.isEmpty { return count }
    for place in 0..<count {
      let (page, byte) = (offset + place).quotientAndRemainder(dividingBy: Self.page)
      if let page = written[page] { buffer[place] = page[byte] }
    }
    return count
  }

  /// Writes bytes; returns false when the memory for them is used up.
  ///
  /// A damaged journal can name a page far behind the end. SQLite trusts the size of the file, so
  /// that it must not seem to be larger than it is.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) -> Bool {
    guard offset <= largestSize - bytes.count else { return false }
    for (place, byte) in bytes.enumerated() {
      let (page, index) = (offset + place).quotientAndRemainder(dividingBy: Self.page)
      if written[page] == nil {
        guard written.count < Self.capacity / Self.page else { return false }
        written[page] = try stored(page)
      }
      written[page]?[index] = byte
    }
    size = max(size, offset + bytes.count)
    return true
  }

  private func stored(_ page: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    let start = page * Self.page
    if let file, start < fileSize {
      bytes = try file.read(min(Self.page, fileSize - start), at: start)
    }
    return bytes + [UInt8](repeating: 0, count: Self.page - bytes.count)
  }

  func truncate(to newSize: Int) {
    size = min(size, newSize)
    fileSize = min(fileSize, newSize)
    written = written.filter { $0.key * Self.page < newSize }
  }
}
