/// The file `attempt` in a destination's folder, in which each attempt is marked before it begins.
///
/// A server's response may kill the process. The next process finds the mark of the attempt that
/// did not end, and waits before it tries again, so that the response cannot kill the process as
/// often as it is started. The caller holds the lock of the cursor, so a mark of an attempt under
/// way was left by a process that has died.
///
/// A write is one system call of 48 bytes. It is not synced, because the death of a process does
/// not lose written data. A mark that cannot be written or read counts as no mark: it is a
/// precaution, and must not stop delivery.
package struct AttemptFile: Sendable {
  package static let name = "attempt"

  private let path: String
  private let files: any FileSystem
  private var attempt: MarkedAttempt?
  /// The mark before the next attempt.
  private var last = AttemptMark()
  /// The mark of a death that this process has already counted, and the mark that replaced it.
  ///
  /// The file may still contain the former, if the write has failed.
  private var counted: (found: AttemptMark, became: AttemptMark)?

  /// Creates the file's handle; `folder` is the destination's.
  package init(_ folder: String, files: any FileSystem) {
    path = "\(folder)/\(Self.name)"
    self.files = files
  }

  /// Returns the mark of earlier attempts, and whether it shows a death that was not counted yet.
  package mutating func look(
    _ retry: RetryPolicy, wall: WallTime, _ randomness: any Randomness
  ) -> (mark: AttemptMark, isNewDeath: Bool) {
    // An attempt of this process that has not ended was cancelled, as by a denial.
    end(isCancelled: true)
    last = Self.read(path, files)
    if let counted, counted.found == last { last = counted.became }
    guard last.isUnderWay else { return (last, false) }
    let found = last
    last = found.afterDeath(retry, wall: wall, random: randomness.next())
    counted = (found, last)
    try? OpenFile.openOrMake(path, in: files).write(last.encoded(), at: 0)
    return (last, true)
  }

  /// Marks an attempt that is about to begin.
  package mutating func begin(_ batch: BatchKey) {
    attempt = nil
    attempt = try? MarkedAttempt(OpenFile.openOrMake(path, in: files), last.beginning(batch))
  }

  /// Marks the end of the attempt.
  package mutating func end(isCancelled: Bool) {
    attempt?.end(isCancelled: isCancelled)
    attempt = nil
  }

  package func remove() { try? files.remove(path) }

  private static func read(_ path: String, _ files: any FileSystem) -> AttemptMark {
    let bytes = try? OpenFile(path, .read, in: files).read(AttemptMark.size, at: 0)
    return bytes?.withUnsafeBytes { AttemptMark($0) } ?? AttemptMark()
  }
}

/// An attempt that is marked in the file until it ends, at the latest when this object is released.
private final class MarkedAttempt: Sendable {
  private let file: OpenFile
  private let mark: Locked<AttemptMark>

  init(_ file: OpenFile, _ mark: AttemptMark) throws(FileError) {
    self.file = file
    self.mark = Locked(mark)
    try file.write(mark.encoded(), at: 0)
  }

  deinit { end(isCancelled: true) }

  func end(isCancelled: Bool) {
    mark.withLock { mark in
      guard mark.isUnderWay else { return }
      mark = mark.ended(isCancelled: isCancelled)
      try? file.write(mark.encoded(), at: 0)
    }
  }
}
