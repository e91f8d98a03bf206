import Cairn
import CairnTesting

/// Ends a process at one of its disk calls: all its later calls and requests are ignored.
final class WalkFuse: Sendable {
  private struct State {
    var callsLeft = Int.max
    var isBurnt = false
  }

  private let state = Locked(State())
  /// Called when the process dies: the keychain gets no more calls of it.
  private let onBurn: @Sendable () -> Void

  init(onBurn: @escaping @Sendable () -> Void = {}) { self.onBurn = onBurn }

  var isBurnt: Bool { state.withLock { $0.isBurnt } }

  /// Makes the process die at a call that changes the disk, after this number of such calls.
  func arm(after calls: Int) { state.withLock { $0.callsLeft = calls } }

  func burn() {
    state.withLock { $0.isBurnt = true }
    onBurn()
  }

  /// Returns whether the process is alive for this call.
  private func mayCall(_ name: String) -> Bool {
    let (isAlive, hasDied) = state.withLock { state in
      guard !state.isBurnt else { return (false, false) }
      guard Self.changing.contains(name) else { return (true, false) }
      if state.callsLeft == 0 { state.isBurnt = true }
      state.callsLeft -= 1
      return (!state.isBurnt, state.isBurnt)
    }
    if hasDied { onBurn() }
    return isAlive
  }

  private static let changing: Set = ["open", "write", "move", "remove", "rmdir", "mkdir"]

  /// Returns the disk for this process.
  func files(_ files: any FileSystem) -> any FileSystem {
    FaultyFileSystem(files) { [self] call in
      mayCall(call.name) ? .none : .fail(FileError.inputOutput)
    }
  }
}
