/// The last events that the app recorded from its log handler, by the words of their identifiers.
///
/// A delivery logs a line or two. If the app records these lines, they are delivered too, which
/// would log further lines without end. So a delivery that has only such events is not logged.
package final class LogFeedbackFilter: Sendable {
  /// The number of events that are remembered; a delivery of older ones is logged once more.
  package static let most = 1_024

  private struct State {
    var ids: Set<SIMD2<UInt64>> = []
    var inOrder: [SIMD2<UInt64>] = []
    var next = 0
  }

  private let state = Locked(State())

  package init() {}

  /// Remembers an event that is about to be recorded, if the log's handler records it.
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

  /// Returns whether all of the given events were recorded from the log handler; false when there
  /// are none.
  package func hold(_ ids: some Collection<SIMD2<UInt64>>) -> Bool {
    state.withLock { state in
      !ids.isEmpty && !state.ids.isEmpty && ids.allSatisfy { state.ids.contains($0) }
    }
  }
}
