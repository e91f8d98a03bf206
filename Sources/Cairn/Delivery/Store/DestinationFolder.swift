/// The files of a destination: its folder, and the journal that it reads.
package struct DestinationFolder: Sendable {
  package let path: String
  package let files: any FileSystem
  package let journal: Journal
  package let reclaimer: Reclaimer
  package let bodies: BodyStore
  package let uploads: BackgroundUploadStore
  package let deadLetters: DeadLetterStore
  package let ballast: Ballast
  package let recent: RecentDispositions
  let attempts: AttemptFile
  /// Whether the cursor has lanes whose files will be added to the journal.
  let isMerging: Bool
  /// Whether the app may move the journal away, with the cursor, and merge it into its own.
  let mayBeMoved: Bool
  /// Returns whether no other process has erased the journal.
  private let isCurrent: @Sendable () -> Bool

  package init(
    _ path: String, files: any FileSystem, journal: Journal, reclaimer: Reclaimer,
    deadLetters: DeadLetterStore, ballast: Ballast, encryption: RecordEncryption = .none,
    isMerging: Bool = false, mayBeMoved: Bool = false,
    cancelUpload: @escaping @Sendable (UploadName) -> Void = { _ in },
    isCurrent: @escaping @Sendable () -> Bool = { true }
  ) {
    self.path = path
    self.files = files
    self.journal = journal
    self.reclaimer = reclaimer
    self.deadLetters = deadLetters
    self.ballast = ballast
    (self.isMerging, self.mayBeMoved) = (isMerging, mayBeMoved)
    bodies = BodyStore(directory: path, files: files, encryption: encryption)
    uploads = BackgroundUploadStore(directory: path, files: files, cancel: cancelUpload)
    recent = RecentDispositions(path, files: files)
    attempts = AttemptFile(path, files: files)
    self.isCurrent = isCurrent
  }

  /// Throws when another process has erased the journal, because missing events then count as
  /// erased and not as damaged.
  func checkNotErased() throws(FileError) {
    guard !isCurrent() else { return }
    throw FileError(call: "read erased", path: path, code: FileError.stale)
  }

  /// Creates the destination's folder; throws when a symbolic link is in its place.
  func makeFolder() throws(FileError) {
    try files.makeDirectory(path)
    if try files.attributes(path)?.kind == .link {
      throw .untrusted(path, "a symbolic link is not followed")
    }
  }

  package var cursorPath: String { path + "/state" }

  /// The destination's folder and its parents, up to the instance's folder.
  var folders: [String] {
    var folders = [path]
    for _ in 0..<2 {
      guard let last = folders.last, let slash = last.lastIndex(of: "/") else { break }
      folders.append(String(last[..<slash]))
    }
    return folders
  }

  var unreadableLanes: Set<LaneID> { Set(journal.unreadable.map(\.lane)) }

  /// The lanes that have files in the journal, may get some, or have just lost some to a limit.
  var presentLanes: Set<LaneID> {
    Set(journal.segments().map(\.lane)).union(unreadableLanes).union([journal.lane])
      .union(journal.drops.map(\.range.lane))
  }
}
