import Cairn
import Foundation

/// The user defaults of the running app.
///
/// They are read through the system's API, which knows values that are not in the files yet.
struct UserDefaultsReader: StoredDefaults {
  let folder: String
  let files: any FileSystem
  let standard: String?

  func domains() throws(FileError) -> [String] {
    try files.namesIfPresent(in: folder).filter { $0.hasSuffix(".plist") }.map {
      String($0.dropLast(".plist".count))
    }
  }

  func values(ofDomain name: String) throws(FileError) -> [String: PropertyList] {
    guard let values = UserDefaults.standard.persistentDomain(forName: name),
      let data = try? PropertyListSerialization.data(
        fromPropertyList: values, format: .binary, options: 0)
    else { return [:] }
    return PropertyList([UInt8](data))?.dictionary ?? [:]
  }
}
