/// Damage to bytes that were synced.
extension DiskImage {
  /// Inverts bits of one byte.
  package mutating func flip(_ path: String, at offset: Int, mask: UInt8) {
    guard let byte = byte(path, at: offset) else { return }
    overwrite(path, with: [byte ^ mask], at: offset)
  }

  /// Overwrites a range of the file with zeros.
  package mutating func zero(_ path: String, from offset: Int, count: Int) {
    overwrite(path, with: [UInt8](repeating: 0, count: count), at: offset)
  }

  /// Copies a range of one file over another, at the same or another offset.
  package mutating func misplace(
    _ source: String, from: Int, count: Int, to target: String, at offset: Int
  ) {
    guard let bytes = contents(source) else { return }
    let part = bytes.dropFirst(from).prefix(count)
    overwrite(target, with: Array(part), at: offset)
  }

  /// Performs the first bytes of a write, as a kill in the middle of it does.
  package mutating func tear(_ call: DiskCall, at count: Int) {
    guard call.kind == .write, let number = call.file else { return }
    call.bytes.withUnsafeBytes {
      files[number]?.write(UnsafeRawBufferPointer(rebasing: $0[..<count]), at: call.offset)
    }
  }

  /// Truncates the file.
  package mutating func truncate(_ path: String, to size: Int) {
    guard let number = names[path], var file = files[number] else { return }
    file.cache.resize(to: min(size, file.cache.count))
    files[number] = DiskFile(file.cache)
  }

  private func byte(_ path: String, at offset: Int) -> UInt8? {
    guard let file = names[path].flatMap({ files[$0] }) else { return nil }
    var byte: UInt8 = 0
    let count = withUnsafeMutableBytes(of: &byte) { file.cache.read(into: $0, at: offset) }
    return count == 1 ? byte : nil
  }

  /// Overwrites bytes on the disk and in memory; the file keeps its length.
  private mutating func overwrite(_ path: String, with bytes: [UInt8], at offset: Int) {
    guard let number = names[path], var file = files[number] else { return }
    let room = max(0, min(bytes.count, file.cache.count - offset))
    bytes.withUnsafeBytes {
      file.cache.write(UnsafeRawBufferPointer(rebasing: $0[..<room]), at: offset)
    }
    files[number] = DiskFile(file.cache)
  }
}
