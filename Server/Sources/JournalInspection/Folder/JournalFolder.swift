package import Cairn
import Foundation

/// One instance's folder as the SDK lays it out: `log/`, `dest/NAME/`, `identity`; parts may be missing.
///
/// Nothing that it offers can change the folder, but for `changeableBox`.
package struct JournalFolder: Sendable {
  package let path: String
  package let log: SegmentFolder
  private let encryption: RecordEncryption
  package let files: any FileSystem = ReadOnlyFiles()

  package init(path: String, log: String? = nil, encryption: RecordEncryption = .none) {
    self.path = path
    self.encryption = encryption
    let log = log ?? path + "/log"
    self.log = SegmentFolder(
      path: log, label: "log", holdsDeadLetters: log.hasSuffix("/dead"), encryption: encryption)
  }

  /// Names of the destinations that ever had a cursor here.
  package var destinations: [String] {
    ((try? files.list(path + "/dest")) ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  package func cursorPath(of destination: String) -> String { "\(path)/dest/\(destination)/state" }

  /// Nil when there is none, or neither slot of its file is whole.
  package func cursor(of destination: String) throws(FileError) -> Cursor? {
    do throws(FileError) {
      return try CursorFile.read(cursorPath(of: destination), files: files)
    } catch {
      if error.code == FileError.missing { return nil }
      throw error
    }
  }

  package func bodies(of destination: String) -> BodyStore {
    BodyStore(directory: "\(path)/dest/\(destination)", files: files)
  }

  /// What of the destination's dead letters was put back or discarded; nil when nothing was, or it cannot be read.
  package func marks(of destination: String) -> Cursor? {
    try? CursorFile.read(marksPath(of: destination), files: files)
  }

  package func marksPath(of destination: String) -> String {
    "\(path)/dest/\(destination)/dead/state"
  }

  /// The destination's dead letters, to look at.
  package func box(of destination: String) -> DeadLetterManager { box(of: destination, files) }

  /// The same, to put back and to discard.
  package func changeableBox(of destination: String) -> DeadLetterManager {
    box(of: destination, PosixFileSystem())
  }

  private func box(of destination: String, _ files: any FileSystem) -> DeadLetterManager {
    DeadLetterManager(
      path, destination: destination, files: files, clock: SystemClock(),
      randomness: SystemRandomness(), encryption: encryption)
  }

  /// What the destination refused for good.
  package func deadLetters(of destination: String) -> SegmentFolder {
    SegmentFolder(
      path: "\(path)/dest/\(destination)/dead", label: "dest/\(destination)/dead",
      holdsDeadLetters: true, encryption: encryption)
  }
}
