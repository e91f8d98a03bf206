/// The batches of a destination that were handed to the system's uploader: for each one the file
/// that is sent, and the response.
///
/// Every hand-over has its own files, so that no file changes while the system may read it.
package struct BackgroundUploadStore: Sendable {
  private static let bodySuffix = ".upload"
  private static let answerSuffix = ".answer"

  private let directory: String
  private let files: any FileSystem
  private let cancel: @Sendable (UploadName) -> Void

  /// Creates a store; `cancel` cancels an upload at the system.
  package init(
    directory: String, files: any FileSystem,
    cancel: @escaping @Sendable (UploadName) -> Void = { _ in }
  ) {
    self.directory = directory
    self.files = files
    self.cancel = cancel
  }

  /// Returns the path of an upload's file.
  package func path(_ name: UploadName) -> String { "\(directory)/\(name)\(Self.bodySuffix)" }

  /// Writes the file to be sent.
  ///
  /// From then on, a process that finds the file knows that the batch may be in progress.
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

  /// Returns the hand-over of a batch; nil when there was none.
  package func find(_ key: BatchKey) -> UploadName? { names?.first { $0.key == key } }

  /// Stores the response to an upload, so that it survives the death of the process; returns false
  /// when it is not needed.
  ///
  /// It is not synced: after a loss of power the batch is sent again.
  package func keep(_ answer: StoredUploadResponse, _ name: UploadName) -> Bool {
    guard isAwaited(name) else { return false }
    let path = answerPath(name)
    try? files.remove(path)
    try? OpenFile(path, .create, in: files).write(answer.encoded(), at: 0)
    return true
  }

  /// Returns whether the response to an upload is needed.
  package func isAwaited(_ name: UploadName) -> Bool {
    (try? OpenFile(path(name), .read, in: files)) != nil
  }

  /// Returns the stored response, if there is one.
  package func answer(_ name: UploadName) -> StoredUploadResponse? {
    guard let file = try? OpenFile(answerPath(name), .read, in: files),
      let size = try? file.status().size, size <= StoredUploadResponse.maximumBytes,
      let bytes = try? file.read(size, at: 0)
    else { return nil }
    return bytes.withUnsafeBytes { StoredUploadResponse($0) }
  }

  /// Removes the files of an upload, and the response first, because it is only looked for when the
  /// file exists.
  ///
  /// The upload is cancelled at the system before, because its name is known only as long as the
  /// file exists.
  package func remove(_ name: UploadName) {
    if answer(name) == nil { cancel(name) }
    try? files.remove(answerPath(name))
    try? files.remove(path(name))
  }

  /// Removes the uploads of other batches, whose responses are not needed.
  package func removeAll(except key: BatchKey?) {
    for name in names ?? [] where name.key != key { remove(name) }
  }

  /// The names of all uploads that have files; nil when the folder cannot be read now.
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
