#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Decides whether what lies in a folder of the SDK's own can be the work of this user alone.
///
/// The folder and what is in it must belong to the process's user or to root, must not be writable by the group or by
/// others, and must be no symbolic links: whoever can write there could have another file overwritten, or events forged.
/// The mode of a file counts where others can reach it. The folders above may be anything. Asked once, before anything in
/// the folder is opened; from then on nobody else can put anything there.
package struct FolderTrust {
  /// Segments lie here, as many as there are, which are only read, or made anew.
  private static let unlisted: Set = ["log", "dead"]
  private static let mostLevels = 5
  private static let probe = "owner-probe"

  private let files: any FileSystem
  private let user: UInt32

  package init(_ files: any FileSystem, user: UInt32 = UInt32(geteuid())) {
    self.files = files
    self.user = user
  }

  /// Why the folder is not used; nil when it can be, or when it is not there.
  ///
  /// `mayBeLink`: an app names the folder itself.
  package func objection(to folder: String, mayBeLink: Bool = false) -> FileError? {
    // Behind a link lies what its `.` is.
    guard let standing = standing(mayBeLink ? folder + "/." : folder) else { return nil }
    let expected = FileStanding(.folder, owner: user, mode: 0o700)
    guard let objection = Self.objection(standing, folder, expected) else {
      return objection(in: folder, isOpen: standing.isOpen, expected, Self.mostLevels)
    }
    guard standing.kind == .folder, let fresh = freshFile(in: folder),
      fresh.owner != user || fresh.strangersMode != 0
    else { return objection }
    // The volume gives files owners or modes of its own, as some network and removable volumes do.
    return Self.objection(standing, folder, fresh)
      ?? self.objection(in: folder, isOpen: standing.isOpen, fresh, Self.mostLevels)
  }

  /// `isOpen`: others can reach what is in the folder.
  private func objection(
    in folder: String, isOpen: Bool, _ expected: FileStanding, _ levels: Int
  ) -> FileError? {
    guard levels > 0, let names = try? files.list(folder) else { return nil }
    for name in names {
      let path = "\(folder)/\(name)"
      guard var standing = standing(path), !isStray(standing, path, in: folder) else { continue }
      if standing.kind == .file, !isOpen { standing.mode &= ~0o077 }
      if let objection = Self.objection(standing, path, expected) { return objection }
      guard standing.kind == .folder, !Self.unlisted.contains(name) else { continue }
      let inside = objection(
        in: path, isOpen: isOpen && standing.isOpen, expected, levels - 1)
      if let inside { return inside }
    }
    return nil
  }

  /// Whether it is a link among the folders of destinations that leads to none: a destination of that name is refused when
  /// it comes.
  private func isStray(_ standing: FileStanding, _ path: String, in folder: String) -> Bool {
    standing.kind == .link && folder.hasSuffix("/dest")
      && self.standing(path + "/.")?.kind != .folder
  }

  /// Nil when it is not there; what cannot be looked at fails where it is used.
  private func standing(_ path: String) -> FileStanding? { (try? files.standing(path)) ?? nil }

  /// What the volume makes of a file that this process makes, readable and writable by its user alone.
  private func freshFile(in folder: String) -> FileStanding? {
    let path = "\(folder)/\(Self.probe)"
    try? files.remove(path)
    guard let file = try? files.open(path, .create) else { return nil }
    defer {
      files.close(file)
      try? files.remove(path)
    }
    return (try? files.standing(file)) ?? nil
  }

  /// The decision, about one file or folder; `expected` has the owner and the strangers' bits that the volume gives to what
  /// this process makes.
  package static func objection(
    _ standing: FileStanding, _ path: String, _ expected: FileStanding
  ) -> FileError? {
    switch standing.kind {
    case .link: return .untrusted(path, "a symbolic link is not followed")
    case .other: return .untrusted(path, "it is neither a file nor a folder")
    case .file, .folder: break
    }
    guard standing.owner == expected.owner || standing.owner == 0 else {
      return .untrusted(
        path,
        "it belongs to user \(standing.owner), and this process runs as user \(expected.owner): "
          + "give it to that user (chown), or choose another Configuration.directory")
    }
    guard standing.strangersMode & ~expected.strangersMode == 0 else {
      return .untrusted(
        path,
        "other users may write to it (mode \(octal(standing.mode))): take that away "
          + "(chmod -R go-w), or choose another Configuration.directory")
    }
    return nil
  }

  private static func octal(_ mode: UInt32) -> String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
