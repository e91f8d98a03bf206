import Dispatch

/// Delivery by the system, while the app is suspended or terminated.
extension Engine {
  /// The maximum number of seconds for handing batches to the system.
  ///
  /// The system does not give an app much more time. Batches that were not handed over are
  /// delivered at the next launch.
  private static let longestHandover = 5

  /// Returns the background uploads; nil when the system has none.
  static func uploads(_ configuration: Configuration, _ path: String) -> BackgroundUploadManager? {
    let seams = configuration.seams
    // The system can read only files of the real file system.
    let own =
      seams.files is PosixFileSystem
      ? DefaultUploader.make(identifier: configuration.backgroundSessionIdentifier) : nil
    return (seams.uploader ?? own).map {
      BackgroundUploadManager(
        $0, destinations: path + "/dest", files: seams.files, clock: seams.clock)
    }
  }

  /// Cancels the system's uploads that are not permitted: of these destinations, and of
  /// destinations that were removed or that an earlier launch had.
  func recallUploads(of workers: [DeliveryWorker]) {
    for worker in workers { worker.recallUploads() }
    factory.recallUploads(besides: workers)
  }

  /// Hands a batch of each destination with pending events to the system; returns when the system
  /// has them.
  func handOver() {
    guard factory.uploads != nil else { return }
    let group = DispatchGroup()
    for worker in registry.workers {
      group.enter()
      worker.handOver { group.leave() }
    }
    _ = group.wait(timeout: .now() + .seconds(Self.longestHandover))
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
    let group = DispatchGroup()
    for worker in registry.workers where !hostState.withLock({ $0.isInFront }) {
      group.enter()
      worker.handOver { group.leave() }
    }
    group.notify(queue: .main, execute: handler)
  }
}
