#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file to which lines are appended, each with one write(2): a line in it precedes everything
/// that happens later.
struct Channel {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    guard descriptor >= 0 else {
      throw Arguments.Failure(text: "\(path): \(String(cString: strerror(errno)))")
    }
  }

  /// Writes a line; a process that cannot record its receipts must not continue.
  func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    guard Self.system(descriptor, bytes) == bytes.count else {
      perror("journalworkload")
      exit(3)
    }
  }

  /// Locks the file; returns false when another process has the lock.
  func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK }

  func unlock() { _ = flock(descriptor, LOCK_UN) }

  private static func system(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
    #if canImport(Darwin)
    Darwin.write(descriptor, bytes, bytes.count)
    #elseif canImport(Glibc)
    Glibc.write(descriptor, bytes, bytes.count)
    #else
    Musl.write(descriptor, bytes, bytes.count)
    #endif
  }
}
