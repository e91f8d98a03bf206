import ArgumentParser
package import Cairn
import Foundation

/// Finds the journals in the folder that a command was given.
package struct JournalSearch {
  private static let mostLevels = 10
  package let root: String
  private let encryption: RecordEncryption
  private let files = ReadOnlyFiles()

  /// Creates a search; throws a message for people when the folder does not exist or cannot be
  /// read.
  package init(_ directory: String, _ encryption: RecordEncryption = .none) throws {
    let root = URL(fileURLWithPath: directory).standardizedFileURL.path
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: root, isDirectory: &isDirectory),
      isDirectory.boolValue
    else { throw ValidationError("The folder \(root) does not exist.") }
    self.root = root
    self.encryption = encryption
  }

  /// Returns the journals by path; throws a message for people when there is none.
  ///
  /// `encryption` has the key for encrypted data.
  package static func journals(in directory: String, encryption: RecordEncryption = .none) throws
    -> [JournalFolder]
  {
    let search = try JournalSearch(directory, encryption)
    let found = try search.journals()
    guard !found.isEmpty else {
      throw ValidationError("There is no journal in \(search.root): no folder named log.")
    }
    return found
  }

  private func journals() throws -> [JournalFolder] {
    do throws(FileError) {
      if try files.list(root).contains(where: { SegmentName($0) != nil }) {
        // The folder may be the log itself, or a folder of collected segments.
        let isLog = root.hasSuffix("/log")
        let path = isLog ? String(root.dropLast(4)) : root
        return [JournalFolder(path: path, log: root, encryption: encryption)]
      }
      if root.hasSuffix("/log") {
        return [JournalFolder(path: String(root.dropLast(4)), encryption: encryption)]
      }
      return search(root, level: 0)
    } catch {
      throw ValidationError("The folder \(root) cannot be read: \(error).")
    }
  }

  private func search(_ path: String, level: Int) -> [JournalFolder] {
    guard level < Self.mostLevels, let names = try? files.list(path) else { return [] }
    if isJournal(path, Set(names)) { return [JournalFolder(path: path, encryption: encryption)] }
    return names.sorted().map { path + "/" + $0 }.filter(isFolder).flatMap {
      search($0, level: level + 1)
    }
  }

  /// Returns whether the folder is a journal: system folders may contain a `log` of another kind.
  private func isJournal(_ path: String, _ names: Set<String>) -> Bool {
    if names.contains("log"), isFolder(path + "/log") {
      guard let inside = try? files.list(path + "/log") else { return true }
      return inside.isEmpty || inside.contains { SegmentName($0) != nil }
        || names.contains("identity") || names.contains("dest")
    }
    return names.contains("dest")
      && ((try? files.list(path + "/dest")) ?? []).contains {
        isFolder("\(path)/dest/\($0)")
          && FileManager.default.fileExists(atPath: "\(path)/dest/\($0)/state")
      }
  }

  /// Returns whether the path is a folder.
  ///
  /// Links are not followed, because they may form a cycle.
  private func isFolder(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeDirectory
  }
}
