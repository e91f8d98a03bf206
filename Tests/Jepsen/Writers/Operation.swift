import Foundation

/// The current operation of a writer.
enum Operation: UInt8, CaseIterable, Sendable {
  case starting, resting, track, record, identify, reset, flush, addDestination, removeDestination
  case consent, erase, fork, ending
}

/// One byte that a writer shares with its parent: its current operation, even when it is killed or
/// stopped.
// Sendable: one byte, written by one thread and read without a lock.
final class OperationMark: @unchecked Sendable {
  private let byte: UnsafeMutablePointer<UInt8>

  init(_ path: String) throws {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0, ftruncate(file, 4_096) == 0,
      let memory = mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      memory != MAP_FAILED
    else { throw Options.Failure(text: "\(path): \(String(cString: strerror(errno)))") }
    close(file)
    byte = memory.assumingMemoryBound(to: UInt8.self)
  }

  deinit { munmap(byte, 4_096) }

  var operation: Operation {
    get { Operation(rawValue: byte.pointee) ?? .starting }
    set { byte.pointee = newValue.rawValue }
  }
}
