import Dispatch

/// Delivery by the system, while the app is suspended or dead.
extension Engine {
  /// The longest that handing over may take, in seconds.
  ///
  /// The system waits for no app much longer, and what was not handed over is delivered at the next start.
  private static let longestHandover = 5

  /// Nil where the system delivers nothing by itself.
  static func uploads(_ configuration: Configuration, _ path: String) -> Uploads? {
    let seams = configuration.seams
    // Others than the system's own files it cannot read.
    let own =
      seams.files is PosixFileSystem
      ? DefaultUploader.make(identifier: configuration.backgroundSessionIdentifier) : nil
    return (seams.uploader ?? own).map {
      Uploads($0, destinations: path + "/dest", files: seams.files, clock: seams.clock)
    }
  }

  /// Has the system let go of what is not permitted: of these destinations, and of those that were removed or that an
  /// earlier launch had.
  func recallUploads(of couriers: [Courier]) {
    for courier in couriers { courier.recallUploads() }
    desks.recallUploads(besides: couriers)
  }

  /// Gives the system a batch of each destination that has something to deliver; returns when it has them.
  func handOver() {
    guard desks.uploads != nil else { return }
    let group = DispatchGroup()
    for courier in roster.couriers {
      group.enter()
      courier.handOver { group.leave() }
    }
    _ = group.wait(timeout: .now() + .seconds(Self.longestHandover))
  }

  /// False, and the handler is not kept, when the session is somebody else's.
  func handleEvents(of session: String, _ handler: @escaping @Sendable () -> Void) -> Bool {
    guard session == sessionIdentifier else { return false }
    guard let uploads = desks.uploads else {
      DispatchQueue.main.async(execute: handler)
      return true
    }
    uploads.whenEventsAreTold { [self] in settleEvents(handler) }
    return true
  }

  /// The app may be suspended again as soon as the handler was called: what follows is handed over before.
  private func settleEvents(_ handler: @escaping @Sendable () -> Void) {
    let group = DispatchGroup()
    for courier in roster.couriers where !surroundings.withLock({ $0.isInFront }) {
      group.enter()
      courier.handOver { group.leave() }
    }
    group.notify(queue: .main, execute: handler)
  }
}
