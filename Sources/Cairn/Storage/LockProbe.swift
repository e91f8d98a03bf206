#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Determines whether files can be locked in a folder: some network and user-space file systems do
/// not support it.
package struct LockProbe {
  /// The errors of `flock(2)` on such file systems.
  private static let refusals: Set<Int32> = [ENOLCK, EOPNOTSUPP, ENOTSUP, ENOSYS]
  private static let name = "lock-probe"

  private let folder: String
  private let files: any FileSystem

  package init(_ folder: String, files: any FileSystem) {
    self.folder = folder
    self.files = files
  }

  /// Returns the same files, or files with locks for this process only, which is logged once.
  package func files(_ diagnostics: Diagnostics) -> any FileSystem {
    guard let refusal else { return files }
    diagnostics.report(
      .warning, "journal.noLocks",
      "files cannot be locked in \(folder): only one process may use it at a time: \(refusal)")
    return OneProcessFileSystem(files)
  }

  /// The error that prevents locking; nil when files can be locked, or when that cannot be
  /// determined, as on a full disk.
  private var refusal: FileError? {
    let path = "\(folder)/\(Self.name)"
    do throws(FileError) {
      try files.makeDirectory(folder)
      let file = try openOrMake(path)
      defer { try? files.remove(path) }
      _ = try file.tryLock()
      return nil
    } catch {
      return error.call.contains("lock") && Self.refusals.contains(error.code) ? error : nil
    }
  }

  private func openOrMake(_ path: String) throws(FileError) -> OpenFile {
    do throws(FileError) {
      return try OpenFile(path, .create, in: files)
    } catch {
      guard error.code == FileError.exists else { throw error }
      return try OpenFile(path, .readWrite, in: files)
    }
  }
}
