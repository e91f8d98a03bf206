import Cairn
import Foundation

/// One instance's folder as the SDK lays it out: `log/`, `dest/NAME/`, `identity`; parts may be missing.
///
/// Nothing that it offers can change the folder.
struct JournalFolder: Sendable {
  let path: String
  let log: SegmentFolder
  let files: any FileSystem = ReadOnlyFiles()

  init(path: String, log: String? = nil) {
    self.path = path
    let log = log ?? path + "/log"
    self.log = SegmentFolder(
      path: log, label: "log", holdsDeadLetters: log.hasSuffix("/dead"))
  }

  /// Names of the destinations that ever had a cursor here.
  var destinations: [String] {
    ((try? files.list(path + "/dest")) ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  func cursorPath(of destination: String) -> String { "\(path)/dest/\(destination)/state" }

  /// Nil when there is none, or neither slot of its file is whole.
  func cursor(of destination: String) throws(FileError) -> Cursor? {
    do throws(FileError) {
      return try CursorFile.read(cursorPath(of: destination), files: files)
    } catch {
      if error.code == FileError.missing { return nil }
      throw error
    }
  }

  func bodies(of destination: String) -> BodyStore {
    BodyStore(directory: "\(path)/dest/\(destination)", files: files)
  }

  /// What the destination refused for good.
  func deadLetters(of destination: String) -> SegmentFolder {
    SegmentFolder(
      path: "\(path)/dest/\(destination)/dead", label: "dest/\(destination)/dead",
      holdsDeadLetters: true)
  }
}
