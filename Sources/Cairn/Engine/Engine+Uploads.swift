import Dispatch

/// Delivery by the system, while the app is suspended or terminated.
extension Engine {
  /// The maximum number of milliseconds for handing batches to the system when a suspension is
  /// announced.
  ///
  /// The system then calls on the main thread, and ends an app that holds it. Batches that were not
  /// handed over are delivered at the next launch.
  package static let longestHandover = 600

  /// Returns the background uploads; nil when the system has none.
  static func uploads(
    _ configuration: Configuration, _ path: String, _ diagnostics: Diagnostics
  ) -> BackgroundUploadManager? {
    let seams = configuration.seams
    // The system can read only files of the real file system.
    let own =
      seams.isOnDisk
      ? DefaultUploader.make(identifier: configuration.backgroundSessionIdentifier) : nil
    guard let uploader = seams.uploader ?? own else { return nil }
    if configuration.uploadsInBackground, configuration.encryption != nil,
      !configuration.uploadsDecrypted
    {
      diagnostics.report(
        .notice, "configuration.uploads",
        "encryption is on and uploadsDecrypted is false: "
          + "what waits when the app is suspended is sent at the next launch")
    }
    return BackgroundUploadManager(
      uploader, destinations: path + "/dest", files: seams.files, clock: seams.clock)
  }

  /// Cancels the system's uploads that are not permitted: of these destinations, and of
  /// destinations that were removed or that an earlier launch had.
  func recallUploads(of workers: [DeliveryWorker]) {
    for worker in workers { worker.recallUploads() }
    factory.recallUploads(besides: workers)
  }

  /// Hands a batch of each destination with pending events to the system, before the process is
  /// suspended.
  ///
  /// Returns when the system has them, after ``longestHandover`` at the latest.
  func handOverNow() {
    let done = DispatchSemaphore(value: 0)
    handOver(isUrgent: true) { done.signal() }
    _ = done.wait(timeout: .now() + .milliseconds(Self.longestHandover))
  }

  /// Hands a batch of each destination with pending events to the system, unless the app returns to
  /// the foreground before; calls the closure when the system has them.
  ///
  /// A request in progress ends first, or is cancelled if this is urgent.
  func handOver(isUrgent: Bool = false, onEnd: @escaping @Sendable () -> Void) {
    let workers = registry.workers
    let countdown = Countdown(workers.count, onZero: onEnd)
    for worker in workers { handOver(worker, isUrgent: isUrgent) { countdown.countDown() } }
  }

  /// Hands a batch of one destination to the system, as `handOver(isUrgent:onEnd:)`.
  func handOver(
    _ worker: DeliveryWorker, isUrgent: Bool = false, onEnd: @escaping @Sendable () -> Void
  ) {
    guard factory.uploads != nil else { return onEnd() }
    let handOver = DeliveryWorker.HandOver(isUrgent: isUrgent) { [weak self] in
      self?.isInFront == false
    }
    worker.handOver(handOver, onEnd: onEnd)
  }

  /// Hands over what a flush in the background has left, since the app may be suspended as soon as
  /// the flush returns: in a background refresh, or after a silent notification.
  func handOverInBackground() async {
    let isBehind = hostState.withLock { $0.isInBack || host.reportsForeground && !$0.isInFront }
    guard isBehind, factory.uploads != nil else { return }
    await withCheckedContinuation { done in handOver { done.resume() } }
  }

  /// Handles the events of a background session; returns false, without retaining the handler, when
  /// the session belongs to another instance.
  func handleEvents(of session: String, _ handler: @escaping @Sendable () -> Void) -> Bool {
    guard session == sessionIdentifier else { return false }
    guard let uploads = factory.uploads else {
      DispatchQueue.main.async(execute: handler)
      return true
    }
    uploads.whenEventsAreTold { [self] in settleEvents(handler) }
    return true
  }

  /// Hands further batches to the system before it calls the handler, since the app may be
  /// suspended as soon as the handler was called.
  private func settleEvents(_ handler: @escaping @Sendable () -> Void) {
    handOver { DispatchQueue.main.async(execute: handler) }
  }
}
