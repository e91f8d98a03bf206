extension DeliveryWorker {
  /// A hand-over of what is left to the system, which uploads while the process is suspended.
  struct HandOver: Sendable {
    /// Whether the process is about to be suspended, so that a request in progress is cancelled.
    var isUrgent: Bool
    /// Returns whether the hand-over is still wanted: not if the app is in front again.
    var isWanted: @Sendable () -> Bool
  }
}
