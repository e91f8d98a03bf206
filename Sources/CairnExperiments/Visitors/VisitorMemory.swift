import Cairn

/// The visitors' states in memory, for readers: its lock is never held during disk access.
///
/// A change becomes visible when it is on the disk or when the disk has failed, not before, so that
/// a kill cannot revert a state that was acted upon. A writer takes the log's lock first.
final class VisitorMemory: Sendable {
  /// The state of a visitor.
  struct Entry {
    var state: VisitorState
    /// The time of the last change in milliseconds since 1970, or the previous stamp plus one if
    /// that is greater.
    var stamp: UInt64
    /// The size of its record, in bytes.
    var size = 0
  }

  private struct State {
    var entries = RecentlyUsed<Entry>()
    /// The number of erasures to which the entries belong.
    var erasures: UInt64
    /// Whether the stored states have been read.
    var isWhole = false
  }

  private let folder: UserDataFolder
  private let state: Locked<State>

  init(_ folder: UserDataFolder) {
    self.folder = folder
    state = Locked(State(erasures: folder.erasures))
  }

  /// Returns a visitor's state and marks the visitor as used; nil when the stored states have not
  /// been read yet.
  func state(of visitor: String) -> VisitorState? {
    state.withLock { state in
      follow(&state)
      guard state.isWhole else { return nil }
      return state.entries.use(visitor)?.state ?? VisitorState()
    }
  }

  /// Reads or changes the entries; returns nil, without calling the body, if there was an erasure
  /// since.
  @discardableResult
  func with<Result: Sendable>(
    asOf erasures: UInt64, _ body: (inout RecentlyUsed<Entry>) -> Result
  ) -> Result? {
    state.withLock { state in
      follow(&state)
      return state.erasures == erasures ? body(&state.entries) : nil
    }
  }

  /// Replaces all entries with those that were read from the disk.
  func replace(with entries: RecentlyUsed<Entry>, asOf erasures: UInt64) {
    state.withLock { state in
      follow(&state)
      if state.erasures == erasures { (state.entries, state.isWhole) = (entries, true) }
    }
  }

  /// Discards all entries after an erasure.
  ///
  /// The disk is then empty, unless another process has written since, which the next change reads.
  private func follow(_ state: inout State) {
    let erasures = folder.erasures
    guard state.erasures != erasures else { return }
    state = State(erasures: erasures, isWhole: true)
  }
}
