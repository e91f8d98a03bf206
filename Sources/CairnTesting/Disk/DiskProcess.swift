#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif
package import Cairn

/// The file system of one process on a simulated disk.
///
/// Its calls are those of the system. Its open files belong to it, and are closed when it ends.
package final class DiskProcess: FileSystem {
  private let disk: SimulatedDisk
  let number: Int

  init(_ disk: SimulatedDisk, _ number: Int) {
    self.disk = disk
    self.number = number
  }

  package var isDead: Bool { disk.isDead(self) }

  package func makeDirectory(_ path: String) throws(FileError) {
    try perform(DiskCall(.makeDirectory, path)) { state, _ in state.image.addFolder(path) }
  }

  package func list(_ path: String) throws(FileError) -> [String] {
    let number = number
    let listing = disk.state.withLock { $0.beginListing(path, number) }
    listing.work?()
    let names = try perform(DiskCall(.list, path)) { (state, call) throws(FileError) in
      guard let names = state.image.list(path) else { throw call.error(ENOENT) }
      return names
    }
    return names.filter(listing.reports)
  }

  package func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor {
    let number = number
    return try perform(DiskCall(mode == .create ? .create : .open, path)) {
      (state, call) throws(FileError) in
      let own = state.descriptors.values.count { $0.process == number }
      guard own < state.mostDescriptors else { throw call.error(EMFILE) }
      if mode == .create {
        if state.image.names[path] != nil { throw call.error(EEXIST) }
        let folder = DiskImage.folder(of: path)
        guard state.image.folders.contains(folder) else { throw call.error(ENOENT) }
      }
      guard let file = mode == .create ? state.image.create(path) : state.image.names[path] else {
        throw call.error(ENOENT)
      }
      state.nextDescriptor += 1
      let descriptor = SimulatedDisk.Descriptor(file: file, path: path, process: number)
      state.descriptors[state.nextDescriptor] = descriptor
      return FileDescriptor(rawValue: state.nextDescriptor)
    }
  }

  package func read(
    _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    // Sendable: the pointer is used by this call alone, inside the lock.
    nonisolated(unsafe) let buffer = buffer
    return try perform(.read, file) { state, number, _ in
      state.image.files[number]?.cache.read(into: buffer, at: offset) ?? 0
    }
  }

  package func write(
    _ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    // Sendable: the pointer is used by this call alone, inside the lock.
    nonisolated(unsafe) let bytes = bytes
    return try perform(.write, file, bytes: bytes, at: offset) {
      (state, number, call) throws(FileError) in
      let size = state.image.files[number]?.cache.count ?? 0
      let wanted = min(bytes.count, call.bytesAllowed ?? .max)
      let growth = max(0, offset + wanted - size)
      let room = max(0, state.capacity == .max ? growth : state.capacity - state.image.bytes)
      let count = growth <= room ? wanted : max(0, size + room - offset)
      guard count > 0 || bytes.isEmpty else { throw call.error(ENOSPC) }
      let part = UnsafeRawBufferPointer(rebasing: bytes[..<min(count, wanted)])
      state.image.files[number]?.write(part, at: offset)
      return part.count
    }
  }

  package func status(_ file: FileDescriptor) throws(FileError) -> FileStatus {
    try perform(.status, file) { state, number, _ in
      FileStatus(
        size: state.image.files[number]?.cache.count ?? 0,
        links: state.image.names.values.contains(number) ? 1 : 0)
    }
  }

  package func sync(_ file: FileDescriptor, _ strength: SyncStrength) throws(FileError) {
    // The error is reported to this descriptor once, whatever the result of the call.
    defer { disk.state.withLock { $0.descriptors[file.rawValue]?.failure = nil } }
    try perform(.sync, file) { (state, number, call) throws(FileError) in
      state.image.files[number]?.sync()
      if let code = state.descriptors[file.rawValue]?.failure { throw call.error(code) }
    }
  }

  package func syncDirectory(_ path: String) throws(FileError) {
    try perform(DiskCall(.syncDirectory, path)) { (state, call) throws(FileError) in
      guard state.image.folders.contains(path) else { throw call.error(ENOENT) }
      state.image.syncFolder(path)
    }
  }

  package func tryLock(_ file: FileDescriptor) throws(FileError) -> Bool {
    try perform(.lock, file) { state, number, call in
      if let lockless = state.lockless, call.path.contains(lockless) { return true }
      if let holder = state.locks[number], holder != file.rawValue { return false }
      state.locks[number] = file.rawValue
      return true
    }
  }

  package func close(_ file: FileDescriptor) { disk.state.withLock { $0.close(file.rawValue) } }

  package func remove(_ path: String) throws(FileError) {
    try perform(DiskCall(.remove, path)) { (state, call) throws(FileError) in
      guard state.image.names[path] != nil else { throw call.error(ENOENT) }
      state.image.remove(path)
    }
  }

  package func move(_ path: String, to newPath: String) throws(FileError) {
    try perform(DiskCall(.move, path)) { (state, call) throws(FileError) in
      guard state.image.move(path, to: newPath) else { throw call.error(ENOENT) }
    }
  }
}

extension DiskProcess {
  private typealias State = SimulatedDisk.State

  private func perform<Result: Sendable>(
    _ call: DiskCall, _ body: (inout State, DiskCall) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let call = try admit(call)
    return try disk.state.withLock { (state) throws(FileError) in try body(&state, call) }
  }

  /// Performs a call on an open file; the closure receives the file's number.
  private func perform<Result: Sendable>(
    _ kind: DiskCall.Kind, _ file: FileDescriptor, bytes: UnsafeRawBufferPointer? = nil,
    at offset: Int = 0, _ body: (inout State, Int, DiskCall) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let (descriptor, isObserved) = disk.state.withLock {
      ($0.descriptors[file.rawValue], $0.observer != nil)
    }
    guard let descriptor else { throw DiskCall(kind, "closed file").error(EBADF) }
    var call = DiskCall(kind, descriptor.path)
    call.file = descriptor.file
    call.offset = offset
    if let bytes, isObserved { call.bytes = Array(bytes) }
    return try perform(call) { (state, call) throws(FileError) in
      try body(&state, descriptor.file, call)
    }
  }

  /// Permits the call, possibly for fewer bytes than requested, or throws.
  private func admit(_ wanted: DiskCall) throws(FileError) -> DiskCall {
    disk.state.withLock { $0.countDown(number) }?()
    let (call, image, observer) = try disk.state.withLock { (state) throws(FileError) in
      var call = wanted
      call.process = number
      if state.dead.contains(number) { throw call.error(FileError.inputOutput) }
      state.calls += 1
      call.number = state.calls
      try state.refuse(&call)
      guard call.kind.changesDisk, !state.isDone(call) else {
        return (call, nil as DiskImage?, state.observer)
      }
      if call.kind.changesContent { state.changes += 1 }
      return (call, state.image, state.observer)
    }
    if let image { observer?(image, call) }
    return call
  }
}

extension SimulatedDisk.State {
  /// Returns whether the call creates a folder that exists already, and so changes nothing.
  fileprivate func isDone(_ call: DiskCall) -> Bool {
    call.kind == .makeDirectory && image.folders.contains(call.path)
  }

  fileprivate mutating func refuse(_ call: inout DiskCall) throws(FileError) {
    if let refusal, call.kind.changesContent { throw call.error(refusal) }
    switch faults.fault(for: call) {
    case nil: return
    case .short(let count): call.bytesAllowed = max(1, count)
    case .fail(let code):
      if call.kind == .sync, let file = call.file { failSync(of: file, code) }
      throw call.error(code)
    }
  }

  /// Fails a sync of the file.
  ///
  /// As on Linux since 4.13, each open descriptor reports the error once, whichever of them
  /// requested the sync.
  private mutating func failSync(of file: Int, _ code: Int32) {
    image.files[file]?.failSync()
    for key in descriptors.keys where descriptors[key]?.file == file {
      descriptors[key]?.failure = code
    }
  }
}
