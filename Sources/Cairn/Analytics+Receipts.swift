extension Analytics {
  /// What became of an event that `track` or its like recorded, in this launch or an earlier one.
  ///
  /// Keep the identifier where you like (`EventID` is `Codable`, and text) and ask again after a relaunch. Known is every
  /// event that is still in the journal, and of those that have left it the last 4 096 that each destination settled. A
  /// kill of the process loses none of that; a loss of power may lose how the last ones were settled (`.settled`).
  ///
  /// Reads files, on another thread: for the last 1 024 events of this launch one of 128 KiB a destination, for others at
  /// worst all of the journal. Where several processes share the journal, what another one has delivered is known when
  /// this one next delivers.
  ///
  /// - Parameter id: What recording it returned.
  /// - Returns: What is known; nil when the event is not known: never recorded here, erased with the journal, too long
  ///   ago, or in a file that cannot be read now.
  public func delivery(of id: EventID) async -> DeliveryStatus? {
    await engine?.delivery(of: id)
  }

  /// The same for an event that `record` stored.
  ///
  /// A receipt holds in the launch that got it. Nil also for one that is not `.stored`: of an event that the disk did not
  /// take at once, `AnalyticsError.eventID` is the identifier.
  public func delivery(of receipt: Receipt) async -> DeliveryStatus? {
    await engine?.delivery(of: receipt)
  }

  /// Returns when every destination is done with an event, and what became of it.
  ///
  /// It hurries nobody: to deliver now, call `flush()` besides. As long as a destination does not answer it waits; give
  /// it a time limit by cancelling the task. Any number of tasks may wait. Returns at once when the event is not known
  /// (nil, see `delivery(of:)`), and with what is known then when the SDK is closed. Without any destination it waits for
  /// one.
  ///
  /// Throws `CancellationError` when the task is cancelled.
  @discardableResult
  public func delivered(_ id: EventID) async throws -> DeliveryStatus? {
    try await engine?.delivered(id)
  }

  /// The same for an event that `record` stored.
  ///
  /// At once, and nil, for a receipt that is not `.stored`.
  @discardableResult
  public func delivered(_ receipt: Receipt) async throws -> DeliveryStatus? {
    try await engine?.delivered(receipt)
  }
}
