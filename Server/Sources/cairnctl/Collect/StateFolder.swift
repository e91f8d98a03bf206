import ArgumentParser
import Foundation

/// Where the tool keeps what outlasts it, by the XDG base directory specification.
enum StateFolder {
  /// The path of a file in the folder, which is made if it is missing.
  static func file(_ name: String) throws -> String {
    let folder = root.appendingPathComponent("cairn", isDirectory: true)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw ValidationError("cannot create the folder \(folder.path); give a file with --database")
    }
    return folder.appendingPathComponent(name).path
  }

  // A relative path there is to be ignored, says the specification.
  private static var root: URL {
    if let path = ProcessInfo.processInfo.environment["XDG_STATE_HOME"], path.hasPrefix("/") {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    return FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".local/state", isDirectory: true)
  }
}
