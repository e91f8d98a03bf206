import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The times, number and size of a file, which tell one content from another without reading it.
///
/// A symbolic link is followed, as it is when the file is read.
struct FileVersion: Equatable, Sendable {
  private let modified: [Int]
  /// Changes with the owner and the mode as well: an unreadable file may have become readable.
  private let changed: [Int]
  private let number: UInt64
  let size: Int
  /// Whether the last change was long ago, so that a further change shows in the times.
  ///
  /// File systems store times in steps of some milliseconds.
  let isSettled: Bool

  /// Nil when there is no such file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
    let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
    let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    self.modified = [modified.tv_sec, modified.tv_nsec]
    self.changed = [changed.tv_sec, changed.tv_nsec]
    number = UInt64(status.st_ino)
    size = Int(status.st_size)
    isSettled = Int(Date().timeIntervalSince1970) - max(modified.tv_sec, changed.tv_sec) > 2
  }

  /// Whether the file has this content still, as far as its times can tell.
  static func isSame(_ version: FileVersion?, as known: FileVersion?) -> Bool {
    guard let version, let known, known.isSettled else { return false }
    return (version.modified, version.changed, version.number, version.size)
      == (known.modified, known.changed, known.number, known.size)
  }
}
