package import Cairn

/// The folders in which other SDKs keep their files: those of the running app, or of a container
/// that was copied from a device.
package struct Container: Sendable {
  package var library: String
  package var applicationSupport: String
  package var caches: String
  package var documents: String
  /// The app's bundle identifier; nil when it is not known.
  package var bundleID: String?
  package var defaults: any StoredDefaults
  /// Returns the text of a generic password in the keychain.
  package var password: @Sendable (_ service: String, _ account: String) -> String?
  package let files: any FileSystem

  /// Creates a container from its folder, as it looks on iOS and in a copy of it.
  ///
  /// The defaults are read from the files of the folder `Library/Preferences`.
  package init(folder: String, bundleID: String? = nil, files: any FileSystem) {
    library = "\(folder)/Library"
    applicationSupport = "\(folder)/Library/Application Support"
    caches = "\(folder)/Library/Caches"
    documents = "\(folder)/Documents"
    self.bundleID = bundleID
    defaults = FileDefaults("\(folder)/Library/Preferences", bundleID: bundleID, files: files)
    password = { _, _ in nil }
    self.files = files
  }

  /// Returns the names in a folder, sorted; none when it cannot be listed.
  func names(in folder: String) throws(FileError) -> [String] {
    try files.namesIfPresent(in: folder).sorted()
  }

  /// Returns whether a file can be opened; throws when that is not known now.
  func hasFile(_ path: String) throws(FileError) -> Bool {
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
