/// Files in memory, for when there is no folder that can be written to. They end with the process.
package final class VolatileFileSystem: FileSystem {
  private let state: Locked<State>

  private struct State {
    var files: [String: Int32] = [:]
    var contents: [Int32: [UInt8]] = [:]
    var nextFile: Int32 = 1
    var freeBytes: Int
  }

  /// A write that would go beyond so many bytes is refused as a full disk refuses it.
  package init(capacity: Int = 8 << 20) { state = Locked(State(freeBytes: capacity)) }

  package func makeDirectory(_ path: String) throws(FileError) {}

  package func list(_ path: String) throws(FileError) -> [String] {
    let prefix = path + "/"
    return state.withLock { state in
      state.files.keys.filter { $0.hasPrefix(prefix) }
        .map { String($0.dropFirst(prefix.count)) }
        .filter { !$0.contains("/") }
    }
  }

  package func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor {
    try state.withLock { (state) throws(FileError) in
      switch (state.files[path], mode) {
      case (.some, .create): throw FileError(call: "open", path: path, code: FileError.exists)
      case (.some(let file), _): return FileDescriptor(rawValue: file)
      case (nil, .create):
        let file = state.nextFile
        state.nextFile += 1
        state.files[path] = file
        state.contents[file] = []
        return FileDescriptor(rawValue: file)
      case (nil, _): throw FileError(call: "open", path: path, code: FileError.missing)
      }
    }
  }

  package func read(
    _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    // The pointer outlives the lock, which the compiler cannot see.
    nonisolated(unsafe) let buffer = buffer
    return state.withLock { state in
      guard let bytes = state.contents[file.rawValue], offset < bytes.count else { return 0 }
      let count = min(buffer.count, bytes.count - offset)
      buffer.copyBytes(from: bytes[offset..<offset + count])
      return count
    }
  }

  package func write(
    _ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    nonisolated(unsafe) let bytes = bytes
    return try state.withLock { (state) throws(FileError) in
      let end = offset + bytes.count
      let growth = max(0, end - (state.contents[file.rawValue]?.count ?? 0))
      guard growth <= state.freeBytes else {
        throw FileError(call: "pwrite", path: "memory", code: FileError.noSpace)
      }
      state.freeBytes -= growth
      state.contents[file.rawValue, default: []].append(
        contentsOf: repeatElement(0, count: growth))
      state.contents[file.rawValue, default: []].replaceSubrange(offset..<end, with: bytes)
      return bytes.count
    }
  }

  package func status(_ file: FileDescriptor) throws(FileError) -> FileStatus {
    state.withLock { state in
      FileStatus(
        size: state.contents[file.rawValue]?.count ?? 0,
        links: state.files.values.contains(file.rawValue) ? 1 : 0)
    }
  }

  package func sync(_ file: FileDescriptor) throws(FileError) {}

  package func syncDirectory(_ path: String) throws(FileError) {}

  package func tryLock(_ file: FileDescriptor) throws(FileError) -> Bool { true }

  package func close(_ file: FileDescriptor) {}

  package func remove(_ path: String) throws(FileError) {
    try state.withLock { (state) throws(FileError) in
      guard let file = state.files.removeValue(forKey: path) else {
        throw FileError(call: "unlink", path: path, code: FileError.missing)
      }
      state.freeBytes += state.contents.removeValue(forKey: file)?.count ?? 0
    }
  }
}
