@testable import Cairn

/// A disk of few files, each with writes at several offsets, the last one on top, and zeros
/// between.
final class FuzzFiles: FileSystem {
  private let state = Locked(State())

  private typealias Piece = (key: Int, value: [UInt8])

  private struct State {
    var files: [String: [Piece]] = [:]
    var open: [String] = []
  }

  init(_ files: [String: [Int: [UInt8]]]) {
    state.withLock { $0.files = files.mapValues { $0.sorted { $0.key < $1.key } } }
  }

  func makeDirectory(_ path: String) {}

  func list(_ path: String) -> [String] {
    state.withLock { state in
      let inside = state.files.keys.filter { $0.hasPrefix(path + "/") }.map {
        $0.dropFirst(path.count + 1)
      }
      return Array(Set(inside.map { String($0.prefix { $0 != "/" }) }))
    }
  }

  func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor {
    try state.withLock { (state) throws(FileError) in
      if state.files[path] == nil {
        guard case .create = mode else {
          throw FileError(call: "open", path: path, code: FileError.missing)
        }
        state.files[path] = []
      }
      state.open.append(path)
      return FileDescriptor(rawValue: Int32(state.open.count - 1))
    }
  }

  func read(
    _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int {
    state.withLock { state in
      let pieces = state.files[state.open[Int(file.rawValue)]] ?? []
      let end = pieces.map { $0.key + $0.value.count }.max() ?? 0
      let count = max(0, min(buffer.count, end - offset))
      UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]).initializeMemory(
        as: UInt8.self, repeating: 0)
      for (start, bytes) in pieces {
        let first = max(start, offset)
        let last = min(start + bytes.count, offset + count)
        guard first < last else { continue }
        bytes[first - start..<last - start].withUnsafeBytes {
          UnsafeMutableRawBufferPointer(rebasing: buffer[first - offset..<last - offset])
            .copyMemory(from: $0)
        }
      }
      return count
    }
  }

  func write(
    _ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> Int {
    let piece = (key: offset, value: Array(bytes))
    state.withLock { $0.files[$0.open[Int(file.rawValue)], default: []].append(piece) }
    return bytes.count
  }

  func status(_ file: FileDescriptor) -> FileStatus {
    state.withLock { state in
      let pieces = state.files[state.open[Int(file.rawValue)]] ?? []
      return FileStatus(size: pieces.map { $0.key + $0.value.count }.max() ?? 0, links: 1)
    }
  }

  func sync(_ file: FileDescriptor, _ strength: SyncStrength) {}
  func syncDirectory(_ path: String) {}
  func tryLock(_ file: FileDescriptor) -> Bool { true }
  func close(_ file: FileDescriptor) {}
  func remove(_ path: String) { state.withLock { $0.files[path] = nil } }
  func move(_ path: String, to newPath: String) {}
}

/// A clock with a constant time.
struct FuzzClock: Clock {
  func now() -> Moment { instant().moment }
  func instant() -> Instant { Instant(wall: 1_767_225_600_000, nanoseconds: 1_000_000_000) }
  func sleep(untilContinuous time: MonotonicTime) async throws {}
}

/// A constant random number generator.
struct FuzzRandomness: Randomness {
  func fill(_ words: UnsafeMutableBufferPointer<UInt64>) {
    for place in words.indices { words[place] = 42 }
  }
}
