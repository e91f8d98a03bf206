import Cairn
import CairnTesting

/// Ends a process at one of its calls to the disk: from then on none of its calls gets through, nor any of its requests.
final class WalkFuse: Sendable {
  private struct State {
    var callsLeft = Int.max
    var isBurnt = false
  }

  private let state = Locked(State())
  /// Called when the process dies: the keychain hears nothing of it any more.
  private let onBurn: @Sendable () -> Void

  init(onBurn: @escaping @Sendable () -> Void = {}) { self.onBurn = onBurn }

  var isBurnt: Bool { state.withLock { $0.isBurnt } }

  /// The process dies at the call behind so many that change the disk.
  func arm(after calls: Int) { state.withLock { $0.callsLeft = calls } }

  func burn() {
    state.withLock { $0.isBurnt = true }
    onBurn()
  }

  /// Whether the process lives to make this call.
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

  /// A disk as this process sees it.
  func files(_ files: any FileSystem) -> any FileSystem {
    FaultyFileSystem(files) { [self] call in
      mayCall(call.name) ? .none : .fail(FileError.inputOutput)
    }
  }
}
