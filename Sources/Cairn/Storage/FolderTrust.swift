#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Decides whether only this user and root can have created the contents of an SDK folder.
///
/// The folder and its contents must belong to the process's user or to root, must not be writable
/// by the group or by others, and must not be symbolic links: another user who can write there
/// could forge events, or have another file overwritten. The mode of a file counts only if others
/// can reach the file. The parents of the folder are not checked, because apps and systems place
/// links there. The check runs once, before any file in the folder is opened; a folder that passes
/// it cannot be changed by other users afterwards.
package struct FolderTrust {
  /// The folders of segments, which may be many and are only read or newly created.
  private static let unlisted: Set = ["log", "dead"]
  private static let mostLevels = 5
  private static let probe = "owner-probe"

  private let files: any FileSystem
  private let user: UInt32

  package init(_ files: any FileSystem, user: UInt32 = UInt32(geteuid())) {
    self.files = files
    self.user = user
  }

  /// Returns the reason why the folder must not be used; nil when it may be used or does not exist.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - mayBeLink: Whether the folder may be a symbolic link, because the app has named it.
  /// - Returns: The reason, or nil.
  package func trustError(of folder: String, mayBeLink: Bool = false) -> FileError? {
    // The name `.` in a link to a folder is that folder.
    guard let attributes = attributes(mayBeLink ? folder + "/." : folder) else { return nil }
    let expected = FileAttributes(.folder, owner: user, mode: 0o700)
    guard let trustError = Self.trustError(attributes, folder, expected) else {
      return trustError(in: folder, isOpen: attributes.isOpen, expected, Self.mostLevels)
    }
    guard attributes.kind == .folder, let fresh = freshFile(in: folder),
      fresh.owner != user || fresh.nonOwnerWriteBits != 0
    else { return trustError }
    // Some network and removable volumes assign owners and modes of their own to all files.
    return Self.trustError(attributes, folder, fresh)
      ?? self.trustError(in: folder, isOpen: attributes.isOpen, fresh, Self.mostLevels)
  }

  /// Checks the contents of a folder; `isOpen` says whether others can open files in it.
  private func trustError(
    in folder: String, isOpen: Bool, _ expected: FileAttributes, _ levels: Int
  ) -> FileError? {
    guard levels > 0, let names = try? files.list(folder) else { return nil }
    for name in names {
      let path = "\(folder)/\(name)"
      guard var attributes = attributes(path), !isStray(attributes, path, in: folder) else {
        continue
      }
      if attributes.kind == .file, !isOpen { attributes.mode &= ~0o077 }
      if let trustError = Self.trustError(attributes, path, expected) { return trustError }
      guard attributes.kind == .folder, !Self.unlisted.contains(name) else { continue }
      let inside = trustError(
        in: path, isOpen: isOpen && attributes.isOpen, expected, levels - 1)
      if let inside { return inside }
    }
    return nil
  }

  /// Returns whether the file is a link among the destinations' folders that leads to no folder.
  ///
  /// It does not make the whole instance unusable: a destination of that name is refused when it is
  /// added.
  private func isStray(_ attributes: FileAttributes, _ path: String, in folder: String) -> Bool {
    attributes.kind == .link && folder.hasSuffix("/dest")
      && self.attributes(path + "/.")?.kind != .folder
  }

  /// Returns nil when the file does not exist or cannot be examined; the latter fails when it is
  /// used.
  private func attributes(_ path: String) -> FileAttributes? {
    (try? files.attributes(path)) ?? nil
  }

  /// Returns the owner and the mode that the volume assigns to a file that is created with mode
  /// 0600.
  private func freshFile(in folder: String) -> FileAttributes? {
    let path = "\(folder)/\(Self.probe)"
    try? files.remove(path)
    guard let file = try? files.open(path, .create) else { return nil }
    defer {
      files.close(file)
      try? files.remove(path)
    }
    return (try? files.attributes(file)) ?? nil
  }

  /// Returns the reason why one file or folder must not be used, or nil.
  ///
  /// `expected` has the owner and the mode that the volume assigns to files of this process.
  package static func trustError(
    _ attributes: FileAttributes, _ path: String, _ expected: FileAttributes
  ) -> FileError? {
    switch attributes.kind {
    case .link: return .untrusted(path, "a symbolic link is not followed")
    case .other: return .untrusted(path, "it is neither a file nor a folder")
    case .file, .folder: break
    }
    guard attributes.owner == expected.owner || attributes.owner == 0 else {
      return .untrusted(
        path,
        "it belongs to user \(attributes.owner), and this process runs as user \(expected.owner): "
          + "give it to that user (chown), or choose another Configuration.directory")
    }
    guard attributes.nonOwnerWriteBits & ~expected.nonOwnerWriteBits == 0 else {
      return .untrusted(
        path,
        "other users may write to it (mode \(octal(attributes.mode))): remove that permission "
          + "(chmod -R go-w), or choose another Configuration.directory")
    }
    return nil
  }

  private static func octal(_ mode: UInt32) -> String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
