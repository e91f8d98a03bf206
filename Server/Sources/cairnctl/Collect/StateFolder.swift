import ArgumentParser
import Foundation

/// The folder for persistent data of the tool, according to the XDG base directory specification.
enum StateFolder {
  /// Returns the path of a file in the folder, which is created if it is missing.
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

  // The specification requires that a relative path is ignored. Foundation does not read $HOME on
  // Linux, which the SDK and shells do.
  private static var root: URL {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["XDG_STATE_HOME"], path.hasPrefix("/") {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    let home = environment["HOME"].flatMap { path in
      path.hasPrefix("/") ? URL(fileURLWithPath: path, isDirectory: true) : nil
    }
    return (home ?? FileManager.default.homeDirectoryForCurrentUser)
      .appendingPathComponent(".local/state", isDirectory: true)
  }
}
