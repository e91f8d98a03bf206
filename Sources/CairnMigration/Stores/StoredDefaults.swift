package import Cairn

/// The user defaults in which other SDKs keep their values.
///
/// On a device they are read through the API of the system, since its preferences daemon writes the
/// files late.
package protocol StoredDefaults: Sendable {
  /// Returns the names of the domains of which the values can be read.
  func domains() throws(FileError) -> [String]
  /// Returns the values of a domain; empty when it does not exist.
  func values(ofDomain name: String) throws(FileError) -> [String: PropertyList]
  /// The domain of the app itself; nil when it is not known.
  var standard: String? { get }
}

extension StoredDefaults {
  /// Returns the values of the app's own domain.
  ///
  /// Without a bundle identifier it is the first domain with one of the keys.
  func standardValues(
    with keys: [String]
  ) throws(FileError) -> [String: PropertyList] {
    if let standard { return try values(ofDomain: standard) }
    for name in try domains().sorted() {
      let values = try values(ofDomain: name)
      if keys.contains(where: { values[$0] != nil }) { return values }
    }
    return [:]
  }
}

/// The defaults of a container that was copied from a device.
package struct FileDefaults: StoredDefaults {
  private static let suffix = ".plist"
  private static let longest = 16 << 20
  private let folder: String
  private let files: any FileSystem
  package let standard: String?

  package init(_ folder: String, bundleID: String?, files: any FileSystem) {
    self.folder = folder
    self.files = files
    standard = bundleID
  }

  package func domains() throws(FileError) -> [String] {
    try files.namesIfPresent(in: folder).filter { $0.hasSuffix(Self.suffix) }.map {
      String($0.dropLast(Self.suffix.count))
    }
  }

  package func values(ofDomain name: String) throws(FileError) -> [String: PropertyList] {
    guard try domains().contains(name) else { return [:] }
    let path = "\(folder)/\(name)\(Self.suffix)"
    guard try !files.isFolder(path) else { return [:] }
    let file = try OpenFile(path, .read, in: files)
    let size = try file.status().size
    guard size <= Self.longest else { return [:] }
    return PropertyList(try file.read(size, at: 0))?.dictionary ?? [:]
  }
}
