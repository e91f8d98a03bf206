#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Finds out whether files can be locked in a folder: some network and user-space file systems cannot.
package struct LockProbe {
  /// What `flock(2)` says there.
  private static let refusals: Set<Int32> = [ENOLCK, EOPNOTSUPP, ENOTSUP, ENOSYS]
  private static let name = "lock-probe"

  private let folder: String
  private let files: any FileSystem

  package init(_ folder: String, files: any FileSystem) {
    self.folder = folder
    self.files = files
  }

  /// The same files, or the same with locks that hold in this process alone, which is said once.
  package func files(_ diagnostics: Diagnostics) -> any FileSystem {
    guard let refusal else { return files }
    diagnostics.report(
      .warning, "journal.noLocks",
      "files cannot be locked in \(folder): only one process may use it at a time: \(refusal)")
    return OneProcessFileSystem(files)
  }

  /// Why files cannot be locked; nil when they can, or when that cannot be told, as on a disk that is full.
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
