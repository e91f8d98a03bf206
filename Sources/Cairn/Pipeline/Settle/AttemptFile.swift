/// The file `attempt` in a destination's folder, in which an attempt is marked before it begins.
///
/// A server's answer may kill the process. The next process finds the mark of an attempt that did not end, and waits
/// before it tries again: so no answer makes a process die as often as it is started. Who writes here has the lock of the
/// cursor, so that a mark under way that such a one finds was left by a process that is gone.
///
/// A write is one system call of 48 bytes and is not synced: the death of a process loses nothing that was written. What
/// cannot be written or read counts as no mark, and holds up nothing.
package struct AttemptFile: Sendable {
  package static let name = "attempt"

  private let path: String
  private let files: any FileSystem
  private var attempt: MarkedAttempt?
  /// What is known of the attempts before the next one.
  private var last = AttemptMark()
  /// The mark of a death that this process has counted already, and what it made of it.
  ///
  /// The file may not have taken that.
  private var counted: (found: AttemptMark, became: AttemptMark)?

  /// `folder`: the destination's.
  package init(_ folder: String, files: any FileSystem) {
    path = "\(folder)/\(Self.name)"
    self.files = files
  }

  /// Finds out what is known of earlier attempts, and whether a death was found that was not counted yet.
  package mutating func look(
    _ retry: RetryPolicy, wall: Int64, _ randomness: any Randomness
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

  /// Takes the mark back.
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

/// An attempt whose mark is in the file until it ends.
///
/// It ends at the latest when nobody delivers any more in this process.
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
