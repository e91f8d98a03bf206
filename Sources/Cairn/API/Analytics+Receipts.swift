extension Analytics {
  /// Returns the delivery status of an event that this launch or an earlier one recorded.
  ///
  /// The identifier can be stored (`EventID` is `Codable` and has a text form) and used after a
  /// relaunch. The status is known for every event in the journal, and for the last 4 096 events
  /// that each destination settled after they left the journal. A kill of the process loses none of
  /// this. After a loss of power, the result for the last events may be unknown (`.settled`).
  ///
  /// Reads files on another thread: for the last 1 024 events of this launch one file of 128 KiB
  /// for each destination, for other events at worst the whole journal. When several processes
  /// share the journal, this process learns of another one's deliveries when it next delivers
  /// itself.
  ///
  /// - Parameter id: The identifier that the recording call returned.
  /// - Returns: The status; nil when the event is unknown: it was never recorded here, was erased
  ///   with the journal, is too old, or is in a file that cannot be read now.
  public func delivery(of id: EventID) async -> DeliveryStatus? {
    await engine?.delivery(of: id)
  }

  /// Returns the delivery status of an event that `record` stored.
  ///
  /// A receipt is valid in the launch that received it. Returns nil for a receipt that is not
  /// `.stored`. For an event that the disk did not accept immediately, use
  /// `AnalyticsError.eventID`.
  public func delivery(of receipt: Receipt) async -> DeliveryStatus? {
    await engine?.delivery(of: receipt)
  }

  /// Waits until every destination has settled an event, and returns its delivery status.
  ///
  /// It does not trigger delivery; call `flush()` as well to deliver now. It waits as long as a
  /// destination does not respond; cancel the task to set a time limit. Any number of tasks may
  /// wait. Returns nil immediately when the event is unknown (see `delivery(of:)`), and the status
  /// known at that time when the SDK is closed. Without a destination it waits until one is added.
  ///
  /// Throws `CancellationError` when the task is cancelled.
  @discardableResult
  public func waitForDelivery(of id: EventID) async throws -> DeliveryStatus? {
    try await engine?.waitForDelivery(of: id)
  }

  /// Waits until every destination has settled an event that `record` stored, and returns its
  /// delivery status.
  ///
  /// Returns nil immediately for a receipt that is not `.stored`.
  @discardableResult
  public func waitForDelivery(of receipt: Receipt) async throws -> DeliveryStatus? {
    try await engine?.waitForDelivery(of: receipt)
  }
}
