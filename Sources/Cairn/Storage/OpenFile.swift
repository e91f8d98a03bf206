/// An open file that is closed when its last reference is released.
package final class OpenFile: Sendable {
  package let path: String
  private let files: any FileSystem
  private let descriptor: FileDescriptor

  package init(_ path: String, _ mode: OpenMode, in files: any FileSystem) throws(FileError) {
    self.path = path
    self.files = files.forOpenFiles
    descriptor = try files.open(path, mode)
  }

  deinit { files.close(descriptor) }

  /// Writes all bytes, with any number of calls.
  @inline(__always)
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
    var written = try files.write(descriptor, bytes, at: offset)
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let more = try files.write(descriptor, rest, at: offset + written)
      // A file system that writes nothing without an error would cause an endless loop.
      guard more > 0 else {
        throw FileError(call: "pwrite", path: path, code: FileError.inputOutput)
      }
      written += more
    }
  }

  package func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    try bytes.withUnsafeBufferPointer { (pointer) throws(FileError) in
      try write(UnsafeRawBufferPointer(pointer), at: offset)
    }
  }

  /// Reads until the buffer is full or the file ends; returns the number of bytes read.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    var count = 0
    while count < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let more = try files.read(descriptor, into: rest, at: offset + count)
      if more == 0 { break }
      count += more
    }
    return count
  }

  /// Returns the bytes from `offset` on, at most `count`.
  package func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let number = try bytes.withUnsafeMutableBufferPointer { (pointer) throws(FileError) in
      try read(into: UnsafeMutableRawBufferPointer(pointer), at: offset)
    }
    bytes.removeLast(count - number)
    return bytes
  }

  package func status() throws(FileError) -> FileStatus { try files.status(descriptor) }

  package func sync(_ strength: SyncStrength = .durable) throws(FileError) {
    try files.sync(descriptor, strength)
  }

  package func tryLock() throws(FileError) -> Bool { try files.tryLock(descriptor) }
}
