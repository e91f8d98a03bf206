import Cairn
import CairnTesting

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A disk that writes half of one write, and stops the process before the other half.
enum StoppingFiles {
  private struct Progress: Sendable {
    var writes = 0
    /// The length of the other half.
    var rest: Int?
  }

  private final class State: Sendable {
    let progress = Locked(Progress())
  }

  static func make(stoppingAt number: Int) -> any FileSystem {
    let state = State()
    return FaultyFileSystem(PosixFileSystem()) { call in
      guard call.name == "write" else { return .none }
      let (fault, stops) = state.progress.withLock { progress in step(&progress, call, number) }
      if stops { kill(getpid(), SIGSTOP) }
      return fault
    }
  }

  private static func step(
    _ progress: inout Progress, _ call: FaultyFileSystem.Call, _ number: Int
  ) -> (FaultyFileSystem.Fault, stops: Bool) {
    if let rest = progress.rest {
      guard call.bytes == rest else { return (.none, false) }
      progress.rest = nil
      return (.none, true)
    }
    progress.writes += 1
    guard progress.writes == number, call.bytes > 1 else { return (.none, false) }
    progress.rest = call.bytes - call.bytes / 2
    return (.short(call.bytes / 2), false)
  }
}
