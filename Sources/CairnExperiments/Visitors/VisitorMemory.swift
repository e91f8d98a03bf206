import Cairn

/// What is known of visitors, for whoever reads: nobody has its lock while the disk is waited for.
///
/// A change is in it as soon as the disk has the change or has refused it, and not before: what somebody acts upon is not
/// taken back by a kill. Whoever changes something has the log's lock first.
final class VisitorMemory: Sendable {
  /// What is known of a visitor.
  struct Entry {
    var state: VisitorState
    /// Milliseconds since 1970 of the last change, or one more than that of the change before if that is more.
    var stamp: UInt64
    /// Bytes of its record.
    var size = 0
  }

  private struct State {
    var entries = RecentlyUsed<Entry>()
    /// Under which they were remembered.
    var erasures: UInt64
    /// Whether what is on the disk is among them.
    var isWhole = false
  }

  private let folder: UserFolder
  private let state: Locked<State>

  init(_ folder: UserFolder) {
    self.folder = folder
    state = Locked(State(erasures: folder.erasures))
  }

  /// What is remembered of a visitor, who counts as used now; nil when what the disk had at first is not read yet.
  func state(of visitor: String) -> VisitorState? {
    state.withLock { state in
      follow(&state)
      guard state.isWhole else { return nil }
      return state.entries.use(visitor)?.state ?? VisitorState()
    }
  }

  /// Reads or changes what was remembered under these erasures; nil, and nothing is done, when it has been erased.
  @discardableResult
  func with<Result: Sendable>(
    asOf erasures: UInt64, _ body: (inout RecentlyUsed<Entry>) -> Result
  ) -> Result? {
    state.withLock { state in
      follow(&state)
      return state.erasures == erasures ? body(&state.entries) : nil
    }
  }

  /// Takes what is on the disk, in place of all else.
  func replace(with entries: RecentlyUsed<Entry>, asOf erasures: UInt64) {
    state.withLock { state in
      follow(&state)
      if state.erasures == erasures { (state.entries, state.isWhole) = (entries, true) }
    }
  }

  /// Forgets all if it was erased.
  ///
  /// The disk has nothing then, unless another process has written something since: the next change reads that.
  private func follow(_ state: inout State) {
    let erasures = folder.erasures
    guard state.erasures != erasures else { return }
    state = State(erasures: erasures, isWhole: true)
  }
}
