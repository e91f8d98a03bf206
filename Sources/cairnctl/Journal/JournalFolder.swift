import ArgumentParser
import Cairn
import Foundation

/// One instance's folder as the SDK lays it out: `log/`, `dest/NAME/`, `identity`.
struct JournalFolder {
  let path: String
  let files: any FileSystem = PosixFileSystem()

  /// All journals in or around a folder, by path.
  ///
  /// Throws a sentence for people when there is none.
  static func all(in directory: String) throws -> [JournalFolder] {
    let root = URL(fileURLWithPath: directory).standardizedFileURL.path
    guard FileManager.default.fileExists(atPath: root) else {
      throw ValidationError("There is no folder \(root).")
    }
    if root.hasSuffix("/log") { return [JournalFolder(path: String(root.dropLast(4)))] }
    let below = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    let folders = ([""] + below.map { "/" + $0 }).filter { path in
      FileManager.default.fileExists(atPath: "\(root)\(path)/log") && !path.contains("/log")
    }
    guard !folders.isEmpty else {
      throw ValidationError("There is no journal in \(root): no folder named log.")
    }
    return folders.sorted().map { JournalFolder(path: root + $0) }
  }

  var log: String { path + "/log" }

  func findings() throws -> Recovery.Findings {
    try Recovery(directory: log, files: files).run()
  }

  /// Names of the destinations that ever had a cursor here.
  func destinations() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/dest")) ?? []).sorted()
  }

  /// Nil when neither slot of the cursor's file is whole.
  func cursor(of destination: String) throws -> Cursor? {
    try CursorFile.read("\(path)/dest/\(destination)/state", files: files)
  }

  func bodies(of destination: String) -> BodyStore {
    BodyStore(directory: "\(path)/dest/\(destination)", files: files)
  }

  func scanner(_ segment: SegmentSummary, from offset: Int = SegmentHeader.size) throws
    -> SegmentScanner
  {
    let file = try OpenFile(log + "/" + segment.name.fileName, .read, in: files)
    return SegmentScanner(file, lane: segment.lane, from: offset, after: segment.firstIndex - 1)
  }
}
