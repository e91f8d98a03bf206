import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The files of a folder in the system's page cache.
enum ColdFiles {
  #if os(Linux)  // tidy:allow(platform-if) other systems have no such calls
  /// Writes the files to the disk and removes their pages from the cache, so that the next reader
  /// waits for the disk; returns the number of bytes that are still cached.
  ///
  /// The names of the files stay in the cache of directory entries, which only root can empty, and
  /// only for the whole machine.
  static func evict(_ folder: String) throws -> Int {
    try paths(in: folder).reduce(0) { try $0 + evict(file: $1) }
  }

  private static func paths(in folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.map { "\(folder)/\($0)" }.filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }

  private static func evict(file path: String) throws -> Int {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    let size = Int(lseek(descriptor, 0, SEEK_END))
    guard size >= 0 else { throw failure(path) }
    guard size > 0 else { return 0 }
    // A dirty page is not removed, and the journal's writer was killed.
    guard fdatasync(descriptor) == 0 else { throw failure(path) }
    guard posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0 else { throw failure(path) }
    return try cachedBytes(descriptor, size, path)
  }

  private static func cachedBytes(_ file: Int32, _ size: Int, _ path: String) throws -> Int {
    guard let start = mmap(nil, size, PROT_NONE, MAP_SHARED, file, 0), start != MAP_FAILED else {
      throw failure(path)
    }
    defer { munmap(start, size) }
    let page = Int(getpagesize())
    var pages = [UInt8](repeating: 0, count: (size + page - 1) / page)
    guard mincore(start, size, &pages) == 0 else { throw failure(path) }
    return pages.count { $0 & 1 != 0 } * page
  }

  private static func failure(_ path: String) -> BenchFailure {
    BenchFailure(description: "\(path): \(String(cString: strerror(errno)))")
  }
  #else
  static func evict(_ folder: String) throws -> Int {
    throw BenchFailure(description: "a cold cache is measured on Linux only")
  }
  #endif
}

/// The reason why a measurement could not be made.
struct BenchFailure: Error, CustomStringConvertible {
  let description: String
}
