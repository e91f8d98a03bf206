/// What became of single events.
///
/// `async` so that the files are read on another thread than the caller's.
extension Engine {
  package var watch: DeliveryWatch { desks.watch }

  func delivery(of id: EventID) async -> DeliveryStatus? {
    var trace = EventTrace(id, in: self)
    return trace.status()
  }

  func delivery(of receipt: Receipt) async -> DeliveryStatus? {
    guard case .stored(let position) = receipt else { return nil }
    var trace = EventTrace(position, in: self)
    return trace.status()
  }

  func delivered(_ id: EventID) async throws -> DeliveryStatus? {
    try await settled(EventTrace(id, in: self))
  }

  func delivered(_ receipt: Receipt) async throws -> DeliveryStatus? {
    guard case .stored(let position) = receipt else { return nil }
    return try await settled(EventTrace(position, in: self))
  }

  private func settled(_ event: EventTrace) async throws -> DeliveryStatus? {
    var event = event
    while true {
      try Task.checkCancellation()
      // Before the look: what comes after it rings again.
      let turn = watch.turn
      if turn.isLast || !event.isPending() {
        let status = event.status()
        guard !turn.isLast, status?.state == .pending else { return status }
      }
      try await watch.wait(after: turn)
    }
  }
}
