/// Handling of signals from the device and the process.
extension Engine {
  /// The maximum number of seconds that the end of the process waits for the disk.
  private static let lastSync = 2.0

  /// The maximum number of seconds that an announced suspension waits for the disk.
  ///
  /// The system announces a suspension on the main thread. Together with `longestHandover`
  /// (0.6 seconds) this is less than a second.
  package static let lastSyncBeforeSuspension = 0.3

  /// Whether the app is known to be in the foreground.
  var isInFront: Bool { hostState.withLock { $0.isInFront } }

  /// Handles a signal from the device or the process.
  ///
  /// Everything that must happen before the process is suspended or ends has happened when this
  /// returns.
  ///
  /// The host is asked for background time, unless the caller has granted it.
  package func handle(_ signal: HostSignal, within time: BackgroundTime? = nil) {
    record(signal)
    // Observers are notified before delivery starts, so that the events they record are
    // delivered too.
    observers.handle(signal)
    let isNew = hostState.withLock { $0.handle(signal) }
    switch signal {
    case .offline, .online:
      if isNew { report(signal) }
      if signal == .online { remote?.handle(signal) }
      notifyWorkers(signal)
    case .foreground:
      identity.keep()
      remote?.handle(signal)
      notifyWorkers(signal)
    case .lowPower, .lowData: notifyWorkers(signal)
    case .background:
      lossReporter?.save()
      deliverInBackground(within: time)
    case .suspending:
      handOverNow()
      savePending()
      upkeep.syncNow(forAtMostSeconds: Self.lastSyncBeforeSuspension)
    case .terminating:
      lossReporter?.save()
      savePending()
      upkeep.syncNow(forAtMostSeconds: Self.lastSync)
    case .network: break
    }
  }

  /// Delivers pending events after the app entered the background, and hands those that are left to
  /// the system.
  ///
  /// The background time must be requested first, in the same call in which the system sends the
  /// signal. It ends when all workers have finished or failed, the system has a batch of each
  /// destination with pending events, and the recorded events are synced, so that they survive if
  /// the battery runs out while the process is suspended. Nothing here waits for a sync of the
  /// disk: the caller is the main thread.
  private func deliverInBackground(within granted: BackgroundTime?) {
    let time =
      granted
      ?? host.time(for: BackgroundTime.delivery) { [weak self] in
        // An app that is in front again is not suspended.
        if self?.isInFront == false { self?.handle(.suspending) }
      }
    let workers = registry.workers
    let countdown = Countdown(workers.count) { [weak self] in
      guard let self else {
        time?.end()
        return
      }
      Task.detached { [weak self, upkeep] in
        self?.savePending()
        if upkeep.syncsByItself { try? await upkeep.sync() }
        // Queues of other SDKs come last, because they may take long.
        await withTaskGroup { group in
          for worker in workers { group.addTask { await worker.ownFlush.run() } }
        }
        time?.end()
      }
    }
    // Each destination's batch is handed over as soon as its own attempt has ended: the process may
    // be killed while a server does not respond.
    for worker in workers {
      worker.handleBackground { [weak self] in
        guard let self else { return countdown.countDown() }
        handOver(worker) { countdown.countDown() }
      }
    }
  }

  private func notifyWorkers(_ signal: HostSignal) {
    for worker in registry.workers { worker.handle(signal) }
  }

  private func report(_ signal: HostSignal) {
    let diagnostics = factory.diagnostics
    if signal == .online {
      diagnostics.report(.debug, "network.online", "the network is available again")
    } else {
      diagnostics.report(
        .debug, "network.offline", "there is no network: no delivery is attempted until it returns")
    }
  }
}
