/// The folder `erased-N` in an instance's folder: the journal that erasure N has made inaccessible.
package enum ErasedFolder {
  private static let prefix = "erased-"

  package static func name(_ erasure: UInt64) -> String { "\(prefix)\(erasure)" }

  /// Returns the number of the erasure in a folder's name; nil for a name that no erasure uses.
  package static func number(_ name: String) -> UInt64? {
    guard name.hasPrefix(prefix), let number = UInt64(name.dropFirst(prefix.count)),
      number <= ConsentRecord.mostErasures + 1, name == Self.name(number)
    else { return nil }
    return number
  }

  /// Returns the highest erasure number of a folder; nil when there is none, or the instance's
  /// folder cannot be listed.
  static func last(in instance: String, _ files: any FileSystem) -> UInt64? {
    (try? files.list(instance))?.compactMap(number).max()
  }
}
