import Cairn

/// A destination that only counts events.
final class CountingDestination: Destination {
  let name: String
  /// The destination accepts every nth event.
  private let wants: UInt64
  private let state = Locked((count: 0, isDown: false))

  init(_ name: String, wants: UInt64 = 1) {
    self.name = name
    self.wants = wants
  }

  var count: Int { state.withLock { $0.count } }

  var isDown: Bool {
    get { state.withLock { $0.isDown } }
    set { state.withLock { $0.isDown = newValue } }
  }

  func accepts(_ event: StoredEvent) -> Bool { event.id.low % wants == 0 }

  func deliver(_ batch: Batch) async -> Outcome {
    state.withLock { state in
      if state.isDown { return .later(afterSeconds: nil, reason: "down") }
      state.count += batch.events.count
      return .accepted
    }
  }
}
