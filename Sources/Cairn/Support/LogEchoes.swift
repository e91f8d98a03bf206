/// The last events that the app recorded out of its log, by the words of their identifiers.
///
/// A delivery is told to the log in a line or two. If the app records these lines, they are delivered as well, and there
/// would be no end to it: so a delivery of nothing but such events is not told.
package final class LogEchoes: Sendable {
  /// How many are remembered; of older ones a delivery is told, once more.
  package static let most = 1_024

  private struct State {
    var ids: Set<SIMD2<UInt64>> = []
    var inOrder: [SIMD2<UInt64>] = []
    var next = 0
  }

  private let state = Locked(State())

  package init() {}

  /// Remembers an event that is about to be recorded, if it is out of the log.
  @inline(__always)
  package func note(_ id: SIMD2<UInt64>) { if Diagnostics.areHeard.get() { remember(id) } }

  @inline(never)
  private func remember(_ id: SIMD2<UInt64>) {
    state.withLock { state in
      guard state.ids.insert(id).inserted else { return }
      if state.inOrder.count < Self.most {
        state.inOrder.append(id)
      } else {
        state.ids.remove(state.inOrder[state.next])
        state.inOrder[state.next] = id
      }
      state.next = (state.next + 1) % Self.most
    }
  }

  /// Whether these are such events, and no others.
  package func hold(_ ids: some Collection<SIMD2<UInt64>>) -> Bool {
    state.withLock { state in
      !ids.isEmpty && !state.ids.isEmpty && ids.allSatisfy { state.ids.contains($0) }
    }
  }
}
