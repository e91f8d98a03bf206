package import Cairn

/// A folder of segments: a journal's log, or the dead letters of a destination.
package struct SegmentFolder: Sendable {
  package let path: String
  /// The path in the journal's folder, which reports use as its name.
  package let label: String
  package let holdsDeadLetters: Bool
  package let encryption: RecordEncryption
  package let files: any FileSystem = ReadOnlyFiles()

  package init(
    path: String, label: String, holdsDeadLetters: Bool = false,
    encryption: RecordEncryption = .none
  ) {
    self.path = path
    self.label = label
    self.holdsDeadLetters = holdsDeadLetters
    self.encryption = encryption
  }

  /// Returns the names of segments and of other files; empty when the folder is missing.
  package func names() throws(FileError) -> (segments: [SegmentName], others: [String]) {
    do throws(FileError) {
      let names = try files.list(path)
      return (
        names.compactMap { SegmentName($0) }.sorted(),
        names.filter { SegmentName($0) == nil && !(holdsDeadLetters && $0 == "state") }.sorted()
      )
    } catch {
      if error.code == FileError.missing { return ([], []) }
      throw error
    }
  }

  /// Lists again after reading, so that the lane of a running writer is shown as open.
  package func findings() throws(FileError) -> Recovery.Findings {
    let recovery = Recovery(directory: path, files: files)
    var seen = try names().segments
    var findings = recovery.scan(seen)
    for _ in 0..<3 {
      let known = Set(seen)
      let new = try names().segments.filter { !known.contains($0) }
      guard !new.isEmpty else { break }
      let more = recovery.scan(new)
      findings.segments += more.segments
      findings.unreadable += more.unreadable
      seen += new
    }
    findings.segments.sort { $0.name < $1.name }
    return findings
  }

  /// Opens the segments as the SDK would read them, without creating a file.
  ///
  /// Returns nil when the folder is missing.
  package func journal() throws(FileError) -> Journal? {
    guard try !names().segments.isEmpty else { return nil }
    var options = JournalOptions()
    options.encryptor = EventEncryptor(encryption)
    return try Journal(
      directory: path, files: files, clock: SystemClock(), randomness: SystemRandomness(),
      options: options)
  }

  package func label(of name: SegmentName) -> String { "\(label)/\(name.fileName)" }

  package func scanner(_ segment: SegmentSummary) throws(FileError) -> SegmentScanner {
    let file = try OpenFile(path + "/" + segment.name.fileName, .read, in: files)
    return SegmentScanner(file, lane: segment.lane, after: segment.firstIndex - 1)
  }
}
