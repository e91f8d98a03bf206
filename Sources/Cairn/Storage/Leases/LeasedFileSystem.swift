/// A disk on which a lease takes the place of each file lock.
///
/// A process that is suspended while it holds a lock on a file in the container of an app group is
/// killed by the system (0xdead10cc). A lease is no lock. A process that wrote the last time a
/// while ago, because it was suspended, finds out before the next write whether another one has the
/// lease now; then the write fails.
///
/// The files of the journal itself have one writer each and need neither; see
/// `WriterLivenessCheck`.
package final class LeasedFileSystem: ForwardingFileSystem {
  package let files: any FileSystem
  private let folder: LeaseFolder
  private let locks = ProcessLocks()
  private let held = Locked<[FileDescriptor: Holding]>([:])

  /// The lease of an open file, or its loss to another process.
  private enum Holding: Equatable, Sendable {
    case lease(LeaseFolder.Held)
    case lost
  }

  init(_ files: any FileSystem, _ folder: LeaseFolder) {
    self.files = files
    self.folder = folder
  }

  package func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor {
    let file = try files.open(path, mode)
    locks.open(file, path)
    return file
  }

  package func tryLock(_ file: FileDescriptor) throws(FileError) -> Bool {
    guard let path = locks.path(of: file), !Self.hasOneWriter(path) else { return true }
    guard locks.tryLock(file) else { return false }
    if let holding = held.withLock({ $0[file] }) { return try renew(file, holding) }
    do throws(FileError) {
      guard let lease = try folder.acquire(LeaseFolder.name(of: path), for: Self.duration(path))
      else {
        locks.unlock(file)
        return false
      }
      held.withLock { $0[file] = .lease(lease) }
      return true
    } catch {
      // A full disk must not stop the delivery that makes room, which is the app's.
      if folder.holder.kind != 0, StorageProblem(error) == .noSpace { return true }
      locks.unlock(file)
      throw error
    }
  }

  package func write(
    _ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    if let holding = held.withLock({ $0[file] }), try !renew(file, holding) { throw lost(file) }
    return try files.write(file, bytes, at: offset)
  }

  /// Renews the lease of a file if necessary; returns false when another process has got it.
  private func renew(_ file: FileDescriptor, _ holding: Holding) throws(FileError) -> Bool {
    guard case .lease(let lease) = holding else { return false }
    let renewed = try folder.renewed(lease)
    if renewed != lease { held.withLock { $0[file] = renewed.map { .lease($0) } ?? .lost } }
    return renewed != nil
  }

  private func lost(_ file: FileDescriptor) -> FileError {
    FileError(call: "lease", path: locks.path(of: file) ?? "", code: FileError.busy)
  }

  package func close(_ file: FileDescriptor) {
    if case .lease(let lease)? = held.withLock({ $0.removeValue(forKey: file) }) {
      folder.giveBack(lease)
    }
    // Released first: the number may belong to another file as soon as it is closed.
    locks.close(file)
    files.close(file)
  }

  package func remove(_ path: String) throws(FileError) {
    try files.remove(path)
    locks.forget(path)
    if Self.isKeptLong(path) { folder.remove(LeaseFolder.name(of: path)) }
  }

  /// Renames a file; the lease of its new name goes over to it from the file that it replaces.
  package func move(_ path: String, to newPath: String) throws(FileError) {
    let replaced = locks.holder(of: newPath)
    if let replaced, let holding = held.withLock({ $0[replaced] }), try !renew(replaced, holding) {
      throw lost(replaced)
    }
    try files.move(path, to: newPath)
    guard let (replaced, file) = locks.move(path, to: newPath) else {
      // Nobody will open the old name again.
      if Self.isKeptLong(path), !path.hasSuffix("/state") { forgetLease(of: path) }
      return
    }
    let left = held.withLock { held -> Holding? in
      guard let holding = held.removeValue(forKey: replaced) else { return nil }
      defer { held[file] = holding }
      return held[file]
    }
    if case .lease(let lease)? = left { folder.giveBack(lease) }
  }

  /// Removes the lease of a file that has got another name, from the writer that holds it too.
  private func forgetLease(of path: String) {
    if let file = locks.holder(of: path) { held.withLock { _ = $0.removeValue(forKey: file) } }
    folder.remove(LeaseFolder.name(of: path))
  }

  /// The duration of a lease: a cursor's must last for a request, and other files are locked for
  /// the time of a write.
  private static func duration(_ path: String) -> LeaseFolder.Duration {
    isKeptLong(path) ? .long : .short
  }

  private static func isKeptLong(_ path: String) -> Bool {
    path.hasSuffix("/state") || path.contains("/visitors/") || path.contains("/conversions/")
  }

  /// Whether only the process that created the file writes to it.
  private static func hasOneWriter(_ path: String) -> Bool {
    path.hasSuffix(".seg") || path.hasSuffix(".drops")
  }
}
