/// The folder `erased-N` in an instance's folder: the journal that erasure N has taken out of reach.
package enum ErasedFolder {
  private static let prefix = "erased-"

  package static func name(_ erasure: UInt64) -> String { "\(prefix)\(erasure)" }

  /// The erasure that a folder's name stands for; nil for a name that no erasure gives.
  package static func number(_ name: String) -> UInt64? {
    guard name.hasPrefix(prefix), let number = UInt64(name.dropFirst(prefix.count)),
      number <= ConsentRecord.mostErasures + 1, name == Self.name(number)
    else { return nil }
    return number
  }

  /// The last erasure whose folder is there; nil when there is none, or the instance's folder cannot be listed.
  static func last(in instance: String, _ files: any FileSystem) -> UInt64? {
    (try? files.list(instance))?.compactMap(number).max()
  }
}
