/// Files in memory, used when there is no writable folder.
///
/// They are lost when the process ends.
package final class InMemoryFileSystem: FileSystem {
  private let state: Locked<State>
  fileprivate var mutexes: [ForkMutex] { [state.mutexForFork] }

  private struct State {
    /// The files by name.
    var names: [String: Int] = [:]
    var contents: [Int: [UInt8]] = [:]
    /// The open descriptors.
    var descriptors: [Int32: Int] = [:]
    var locks: [Int: Int32] = [:]
    var next: Int32 = 1
    var freeBytes: Int

    mutating func open(_ file: Int) -> FileDescriptor {
      next += 1
      descriptors[next] = file
      return FileDescriptor(rawValue: next)
    }

    /// Returns the same state as after a restart of the machine.
    func closed() -> State {
      var closed = self
      closed.descriptors = [:]
      closed.locks = [:]
      for file in closed.contents.keys { closed.discardIfUnused(file) }
      return closed
    }

    func file(_ descriptor: FileDescriptor) -> Int { descriptors[descriptor.rawValue] ?? 0 }

    /// Removes a file without a name when it is no longer open.
    mutating func discardIfUnused(_ file: Int) {
      guard !names.values.contains(file), !descriptors.values.contains(file) else { return }
      freeBytes += contents.removeValue(forKey: file)?.count ?? 0
    }
  }

  /// Creates an empty file system; a write that would exceed the capacity fails as on a full disk.
  package init(capacity: Int = 8 << 20) { state = Locked(State(freeBytes: capacity)) }

  /// Creates a copy of the names and contents, with no file open.
  package init(copying other: InMemoryFileSystem) {
    state = Locked(other.state.withLock { $0.closed() })
  }

  package func makeDirectory(_ path: String) throws(FileError) {}

  package func list(_ path: String) throws(FileError) -> [String] {
    let prefix = path + "/"
    return try state.withLock { (state) throws(FileError) in
      guard state.names[path] == nil else {
        throw FileError(call: "opendir", path: path, code: FileError.notDirectory)
      }
      let inside = state.names.keys.filter { $0.hasPrefix(prefix) }.map {
        $0.dropFirst(prefix.count)
      }
      return Array(Set(inside.map { String($0.prefix { $0 != "/" }) }))
    }
  }

  package func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor {
    try state.withLock { (state) throws(FileError) in
      switch (state.names[path], mode) {
      case (.some, .create): throw FileError(call: "open", path: path, code: FileError.exists)
      case (.some(let file), _): return state.open(file)
      case (nil, .create):
        let file = Int(state.next)
        state.names[path] = file
        state.contents[file] = []
        return state.open(file)
      case (nil, _): throw FileError(call: "open", path: path, code: FileError.missing)
      }
    }
  }

  package func read(
    _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    // Sendable: the pointer is used only by this call, inside the lock.
    nonisolated(unsafe) let buffer = buffer
    return state.withLock { state in
      guard let bytes = state.contents[state.file(file)], offset < bytes.count else { return 0 }
      let count = min(buffer.count, bytes.count - offset)
      buffer.copyBytes(from: bytes[offset..<offset + count])
      return count
    }
  }

  package func write(
    _ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    // Sendable: the pointer is used only by this call, inside the lock.
    nonisolated(unsafe) let bytes = bytes
    return try state.withLock { (state) throws(FileError) in
      let file = state.file(file)
      let end = offset + bytes.count
      let growth = max(0, end - (state.contents[file]?.count ?? 0))
      guard growth <= state.freeBytes else {
        throw FileError(call: "pwrite", path: "memory", code: FileError.noSpace)
      }
      state.freeBytes -= growth
      // The bytes are copied at once: copying single bytes is slow in a debug build, as in the
      // tests of apps.
      state.contents[file, default: []] += [UInt8](repeating: 0, count: growth)
      state.contents[file, default: []].withUnsafeMutableBytes { content in
        UnsafeMutableRawBufferPointer(rebasing: content[offset..<end]).copyMemory(from: bytes)
      }
      return bytes.count
    }
  }

  package func status(_ file: FileDescriptor) throws(FileError) -> FileStatus {
    state.withLock { state in
      let file = state.file(file)
      return FileStatus(
        size: state.contents[file]?.count ?? 0, links: state.names.values.contains(file) ? 1 : 0)
    }
  }

  package func sync(_ file: FileDescriptor, _ strength: SyncStrength) throws(FileError) {}

  package func syncDirectory(_ path: String) throws(FileError) {}

  package func tryLock(_ file: FileDescriptor) throws(FileError) -> Bool {
    state.withLock { state in
      let holder = state.locks[state.file(file)]
      guard holder == nil || holder == file.rawValue else { return false }
      state.locks[state.file(file)] = file.rawValue
      return true
    }
  }

  package func close(_ file: FileDescriptor) {
    state.withLock { state in
      guard let content = state.descriptors.removeValue(forKey: file.rawValue) else { return }
      if state.locks[content] == file.rawValue { state.locks[content] = nil }
      state.discardIfUnused(content)
    }
  }

  package func move(_ path: String, to newPath: String) throws(FileError) {
    try state.withLock { (state) throws(FileError) in
      let moved = state.names.filter { $0.key == path || $0.key.hasPrefix(path + "/") }
      guard !moved.isEmpty else {
        throw FileError(call: "rename", path: path, code: FileError.missing)
      }
      for (name, file) in moved {
        state.names[name] = nil
        let replaced = state.names.updateValue(file, forKey: newPath + name.dropFirst(path.count))
        if let replaced { state.discardIfUnused(replaced) }
      }
    }
  }

  package func remove(_ path: String) throws(FileError) {
    try state.withLock { (state) throws(FileError) in
      guard let file = state.names.removeValue(forKey: path) else {
        throw FileError(call: "unlink", path: path, code: FileError.missing)
      }
      state.discardIfUnused(file)
    }
  }
}

extension FileSystem {
  /// The mutexes that threads hold while they access files in memory.
  var mutexesForFork: [ForkMutex] { (self as? InMemoryFileSystem)?.mutexes ?? [] }
}
