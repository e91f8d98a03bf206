import Foundation

/// Files of other programs in the folders, and incomplete files of killed processes.
struct Junk {
  static let kinds = 6
  private let folder: String

  init(_ journal: String) { folder = "\(journal)/\(Plan.instance)/v1" }

  func lay(_ kind: Int, _ coverage: Coverage) {
    let (path, bytes) = place(kind)
    coverage.count("a foreign file", path)
    let file = "\(folder)/\(path)"
    let parent = (file as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    if !FileManager.default.fileExists(atPath: file) {
      _ = FileManager.default.createFile(atPath: file, contents: Data(count: bytes))
    }
  }

  private func place(_ kind: Int) -> (String, Int) {
    switch kind {
    case 0: ("dest/.DS_Store", 6_148)
    case 1: ("log/.DS_Store", 6_148)
    // The state of a destination of an earlier version, whose process was killed before its first
    // commit.
    case 2: ("dest/old/state", 131_072)
    case 3: ("dest/a/Thumbs.db", 10)
    case 4: ("log/0000.seg", 0)
    default: ("dest/empty/.keep", 0)
    }
  }
}
