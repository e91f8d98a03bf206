package import Cairn

/// The folders in which other SDKs keep their files: those of the running app, or of a container
/// that was copied from a device.
package struct Container: Sendable {
  /// The paths of the folders.
  package struct Folders: Equatable, Sendable {
    package var applicationSupport: String
    package var caches: String
    package var documents: String
    package var library: String
    package var temporary: String

    /// Creates the folders of a container, as it looks on iOS.
    package init(in folder: String) {
      library = "\(folder)/Library"
      applicationSupport = "\(folder)/Library/Application Support"
      caches = "\(folder)/Library/Caches"
      documents = "\(folder)/Documents"
      temporary = "\(folder)/tmp"
    }

    /// The paths, those inside of others first.
    var all: [String] { [applicationSupport, caches, documents, library] }
  }

  /// The folders with queues.
  package var folders: Folders
  /// The folders with the files of an identity, which stay where they are when queues are moved.
  package var origin: Folders
  /// The app's bundle identifier; nil when it is not known.
  package var bundleID: String?
  package var defaults: any StoredDefaults
  /// Returns the folder of an app group; nil when the app is not a member.
  package var groupFolder: @Sendable (_ id: String) -> String? = { _ in nil }
  /// Returns the text of a generic password in the keychain.
  package var password: @Sendable (_ service: String, _ account: String) -> String?
  package let files: any FileSystem

  /// Creates a container from its folder, as it looks on iOS and in a copy of it.
  ///
  /// The defaults are read from the files of the folder `Library/Preferences`.
  package init(folder: String, bundleID: String? = nil, files: any FileSystem) {
    folders = Folders(in: folder)
    origin = folders
    self.bundleID = bundleID
    defaults = FileDefaults("\(folder)/Library/Preferences", bundleID: bundleID, files: files)
    password = { _, _ in nil }
    self.files = files
  }

  /// Whether the queues were moved to another folder.
  var isMoved: Bool { folders != origin }
  package var library: String { folders.library }
  package var applicationSupport: String { folders.applicationSupport }
  package var caches: String { folders.caches }
  package var documents: String { folders.documents }

  /// Returns the container of an app group; nil when the app is not a member.
  func group(_ id: String) -> Container? {
    guard let folder = groupFolder(id) else { return nil }
    var group = self
    group.folders = Folders(in: folder)
    group.origin = group.folders
    group.bundleID = id
    return group
  }

  /// Returns the same container with its queues in another folder, to which they were moved.
  func moved(to folder: String) -> Container {
    var moved = self
    moved.folders = Folders(in: folder)
    return moved
  }

  /// Returns the path that a file has in the same folder of other ones; nil when it is in none.
  static func path(_ path: String, from old: Folders, to new: Folders) -> String? {
    for (old, new) in zip(old.all, new.all) where path.hasPrefix(old + "/") {
      return new + path.dropFirst(old.count)
    }
    return nil
  }

  /// Returns the path of a file with a value of the identity.
  func original(_ path: String) -> String {
    Self.path(path, from: folders, to: origin) ?? path
  }

  /// Returns the names in a folder, sorted; none when it cannot be listed.
  func names(in folder: String) throws(FileError) -> [String] {
    try files.namesIfPresent(in: folder).sorted()
  }

  /// Returns whether a file can be opened; throws when that is not known now.
  ///
  /// A folder with the name of a file is none.
  func hasFile(_ path: String) throws(FileError) -> Bool {
    if try files.isFolder(path) { return false }
    do throws(FileError) {
      files.close(try files.open(path, .read))
      return true
    } catch {
      if error.code == FileError.missing || error.code == FileError.notDirectory { return false }
      throw error
    }
  }

  /// Returns the content of a file; nil when it does not exist or is longer than `limit`.
  func content(_ path: String, limit: Int = 32 << 20) throws(FileError) -> [UInt8]? {
    guard try hasFile(path) else { return nil }
    let file = try OpenFile(path, .read, in: files)
    let size = try file.status().size
    guard size <= limit else { return nil }
    return try file.read(size, at: 0)
  }
}

extension FileSystem {
  /// Returns whether a folder is at the path; false when that cannot be told.
  func isFolder(_ path: String) throws(FileError) -> Bool {
    do throws(FileError) {
      return try attributes(path)?.kind == .folder
    } catch {
      if error.code == FileError.missing || error.code == FileError.notDirectory { return false }
      throw error
    }
  }
}
