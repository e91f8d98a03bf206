import Cairn

/// The cost of durability without a journal: a `pwrite(2)` and a sync of the file for each append.
final class DurableWriter: Sendable {
  private let file: OpenFile
  private let bytes: [UInt8]
  private let offset = Locked(0)

  init(_ path: String, bytes: Int) throws {
    file = try OpenFile(path, .create, in: PosixFileSystem())
    self.bytes = [UInt8](repeating: 0x78, count: bytes)
  }

  /// Writes and syncs; safe to call from any thread, and each thread syncs for itself.
  func write(_ count: Int) throws {
    for _ in 0..<count {
      let place = offset.withLock { offset in
        defer { offset += bytes.count }
        return offset
      }
      try file.write(bytes, at: place)
      try file.sync()
    }
  }
}
