/// A disk on which no file is begun with data that was erased meanwhile.
///
/// Another process may erase the folder at any time. It first marks the erasure in the folder and
/// then moves the files away; this process first creates a file, and then reads the mark before it
/// writes to the file. So in either order, the file is removed.
package struct ErasureAwareFileSystem: ForwardingFileSystem {
  package let files: any FileSystem
  private let isCurrent: @Sendable () -> Bool

  /// `isCurrent` says whether what this process holds may be written.
  package init(_ files: any FileSystem, isCurrent: @escaping @Sendable () -> Bool) {
    self.files = files
    self.isCurrent = isCurrent
  }

  package var forOpenFiles: any FileSystem { files.forOpenFiles }

  package func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor {
    let file = try files.open(path, mode)
    guard mode == .create, !isCurrent() else { return file }
    files.close(file)
    try? files.remove(path)
    throw FileError(call: "create erased", path: path, code: FileError.stale)
  }
}
