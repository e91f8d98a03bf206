package import Cairn
import Foundation

/// The folder of one instance in the layout of the SDK: `log/`, `dest/NAME/`, `identity`; parts may
/// be missing.
///
/// Only `changeableBox` can change the folder.
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

  /// The names of the destinations that ever had a cursor here.
  package var destinations: [String] {
    ((try? files.list(path + "/dest")) ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  package func cursorPath(of destination: String) -> String { "\(path)/dest/\(destination)/state" }

  /// Returns the cursor; nil when there is none, or neither slot of its file is whole.
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

  /// Returns the cursor of the dead letters that were put back or discarded; nil when there is
  /// none, or it cannot be read.
  package func marks(of destination: String) -> Cursor? {
    try? CursorFile.read(marksPath(of: destination), files: files)
  }

  package func marksPath(of destination: String) -> String {
    "\(path)/dest/\(destination)/dead/state"
  }

  /// Returns the destination's dead letters for reading.
  package func box(of destination: String) -> DeadLetterManager { box(of: destination, files) }

  /// Returns the destination's dead letters for putting back and discarding.
  package func changeableBox(of destination: String) -> DeadLetterManager {
    box(of: destination, PosixFileSystem())
  }

  private func box(of destination: String, _ files: any FileSystem) -> DeadLetterManager {
    DeadLetterManager(
      path, destination: destination, files: files, clock: SystemClock(),
      randomness: SystemRandomness(), encryption: encryption)
  }

  /// Returns the folder of the destination's dead letters.
  package func deadLetters(of destination: String) -> SegmentFolder {
    SegmentFolder(
      path: "\(path)/dest/\(destination)/dead", label: "dest/\(destination)/dead",
      holdsDeadLetters: true, encryption: encryption)
  }
}
