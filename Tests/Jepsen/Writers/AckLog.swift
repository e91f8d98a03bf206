import Foundation

/// The receipts of a life of a writer, recorded outside of the SDK: one line each, with one
/// write(2) after the call returned.
///
/// `s N ID TIME`: the event N is stored, and all buffered events before it are too; `u N ID TIME`:
/// it is buffered in memory; `r N`: it was refused; `c TIME FIRST`: consent was denied or all was
/// erased, between the two times; `v -`: the user is about to change; `w ANONYMOUS USER`: the
/// current user.
final class AckLog: Sendable {
  private let file: Int32

  init(_ path: String) throws {
    file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw Options.Failure(text: "\(path): \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(file) }

  /// Writes a line; a process that cannot record its receipts must not continue.
  func put(_ line: String) {
    var line = line + "\n"
    let written = line.withUTF8 { write(file, $0.baseAddress, $0.count) }
    guard written == line.utf8.count else { exit(3) }
  }

  /// The real milliseconds since 1970.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
