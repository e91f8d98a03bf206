/// The delivery status of single events.
///
/// Files are read on the disk executor.
extension Engine {
  package var deliveryObserver: DeliveryObserver { factory.deliveryObserver }

  func delivery(of id: EventID) async -> DeliveryStatus? {
    await disk.run { [self] _ in
      var trace = EventStatusQuery(id, in: self)
      return trace.status()
    }
  }

  func delivery(of receipt: Receipt) async -> DeliveryStatus? {
    guard case .stored(let position) = receipt else { return nil }
    return await disk.run { [self] _ in
      var trace = EventStatusQuery(position, in: self)
      return trace.status()
    }
  }

  func waitForDelivery(of id: EventID) async throws -> DeliveryStatus? {
    try await disk.run { [self] _ in try await settled(EventStatusQuery(id, in: self)) }
  }

  func waitForDelivery(of receipt: Receipt) async throws -> DeliveryStatus? {
    guard case .stored(let position) = receipt else { return nil }
    return try await disk.run { [self] _ in try await settled(EventStatusQuery(position, in: self))
    }
  }

  nonisolated(nonsending) private func settled(_ event: EventStatusQuery) async throws
    -> DeliveryStatus?
  {
    var event = event
    while true {
      try Task.checkCancellation()
      // Taken before the status is read: a later change ends the wait.
      let turn = deliveryObserver.turn
      if turn.isLast || !event.isPending() {
        let status = event.status()
        guard !turn.isLast, status?.state == .pending else { return status }
      }
      try await deliveryObserver.wait(after: turn)
    }
  }
}
