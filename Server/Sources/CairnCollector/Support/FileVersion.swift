import Foundation

/// The time, number, size, owner and mode of a file, which tell one content from another without
/// reading it.
///
/// A symbolic link is followed, as it is when the file is read.
struct FileVersion: Sendable {
  private let modified: Date?
  private let number: UInt64?
  /// The attributes whose change may make a file readable.
  private let access: [UInt64?]
  let size: Int
  /// Whether the last change was long ago, so that a further change shows in the time.
  ///
  /// File systems store times in steps of some milliseconds.
  let isSettled: Bool

  /// Reads the attributes; nil when the file does not exist.
  init?(_ path: String) {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let values = try? FileManager.default.attributesOfItem(atPath: file) else { return nil }
    let number = { (key: FileAttributeKey) in (values[key] as? NSNumber)?.uint64Value }
    modified = values[.modificationDate] as? Date
    self.number = number(.systemFileNumber)
    access = [
      number(.posixPermissions), number(.ownerAccountID), number(.groupOwnerAccountID),
    ]
    size = Int(clamping: number(.size) ?? 0)
    isSettled = modified.map { $0.timeIntervalSinceNow < -2 } ?? false
  }

  /// Returns whether the file still has this content, according to its attributes.
  static func isSame(_ version: FileVersion?, as known: FileVersion?) -> Bool {
    guard let version, let known, known.isSettled else { return false }
    return version.modified == known.modified && version.number == known.number
      && version.access == known.access && version.size == known.size
  }
}
