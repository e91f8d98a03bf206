/// The batches of one destination that were handed to the system's uploader: for each the file that it sends, and what
/// came of it.
///
/// Every handing over has files of its own, so that none changes while the system may read it.
package struct UploadStore: Sendable {
  private static let bodySuffix = ".upload"
  private static let answerSuffix = ".answer"

  private let directory: String
  private let files: any FileSystem
  private let cancel: @Sendable (UploadName) -> Void

  /// `cancel`: has the system let go of an upload.
  package init(
    directory: String, files: any FileSystem,
    cancel: @escaping @Sendable (UploadName) -> Void = { _ in }
  ) {
    self.directory = directory
    self.files = files
    self.cancel = cancel
  }

  /// Where the file of an upload is.
  package func path(_ name: UploadName) -> String { "\(directory)/\(name)\(Self.bodySuffix)" }

  /// Writes what is to be sent.
  ///
  /// From now on whoever finds the file knows that the batch may be under way.
  package func write(_ body: [UInt8], _ name: UploadName, sync: Bool) throws(FileError) {
    do throws(FileError) {
      let file = try OpenFile(path(name), .create, in: files)
      try file.write(body, at: 0)
      guard sync else { return }
      try file.sync()
      try files.syncDirectory(directory)
    } catch {
      try? files.remove(path(name))
      throw error
    }
  }

  /// The handing over of a batch; nil when there was none.
  package func find(_ key: BatchKey) -> UploadName? { names?.first { $0.key == key } }

  /// Keeps what came of an upload, so that it survives the death of the process; false when nobody waits for it.
  ///
  /// Not synced: after a loss of power the batch is sent again.
  package func keep(_ answer: KeptAnswer, _ name: UploadName) -> Bool {
    guard isAwaited(name) else { return false }
    let path = answerPath(name)
    try? files.remove(path)
    try? OpenFile(path, .create, in: files).write(answer.encoded(), at: 0)
    return true
  }

  /// Whether somebody wants to know what comes of it.
  package func isAwaited(_ name: UploadName) -> Bool {
    (try? OpenFile(path(name), .read, in: files)) != nil
  }

  /// What came of it, if that is known.
  package func answer(_ name: UploadName) -> KeptAnswer? {
    guard let file = try? OpenFile(answerPath(name), .read, in: files),
      let size = try? file.status().size, size <= KeptAnswer.mostBytes,
      let bytes = try? file.read(size, at: 0)
    else { return nil }
    return bytes.withUnsafeBytes { KeptAnswer($0) }
  }

  /// Removes what there is of it, the answer first: without the file nobody looks for that.
  ///
  /// The system lets go of it before: without the file nobody knows what is to be cancelled.
  package func remove(_ name: UploadName) {
    if answer(name) == nil { cancel(name) }
    try? files.remove(answerPath(name))
    try? files.remove(path(name))
  }

  /// Removes the uploads of other batches: nobody needs what comes of them.
  package func removeAll(except key: BatchKey?) {
    for name in names ?? [] where name.key != key { remove(name) }
  }

  /// All that there is something of; nil when that cannot be read now.
  package var names: Set<UploadName>? {
    let found: [String]
    do throws(FileError) {
      found = try files.list(directory)
    } catch {
      return error.code == FileError.missing || error.code == FileError.notDirectory ? [] : nil
    }
    var names: Set<UploadName> = []
    for file in found {
      for suffix in [Self.bodySuffix, Self.answerSuffix] where file.hasSuffix(suffix) {
        if let name = UploadName(file.dropLast(suffix.count)) { names.insert(name) }
      }
    }
    return names
  }

  private func answerPath(_ name: UploadName) -> String {
    "\(directory)/\(name)\(Self.answerSuffix)"
  }
}
