/// Handling of signals from the device and the process.
extension Engine {
  /// The maximum number of seconds that the end of the process waits for the disk.
  private static let lastSync = 2.0

  /// Handles a signal from the device or the process.
  ///
  /// Everything that must happen before the process is suspended or ends has happened when this
  /// returns.
  package func handle(_ signal: HostSignal) {
    record(signal)
    // EngineObservers are notified before delivery starts, so that the events they record are
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
    case .lowPower: notifyWorkers(signal)
    case .background:
      lossReporter?.save()
      deliverInBackground()
    case .suspending:
      handOver()
      upkeep.syncNow(forAtMostSeconds: Self.lastSync)
    case .terminating:
      lossReporter?.save()
      upkeep.syncNow(forAtMostSeconds: Self.lastSync)
    case .network: break
    }
  }

  /// Delivers pending events after the app entered the background.
  ///
  /// The background time must be requested first, in the same call in which the system sends the
  /// signal. It ends when all workers have finished and the recorded events are synced, so that
  /// they survive if the battery runs out while the process is suspended.
  private func deliverInBackground() {
    let time = host.time(for: "deliver events") { [weak self] in self?.handle(.suspending) }
    let isSynced = upkeep.syncsByItself
    let workers = registry.workers
    let countdown = Countdown(workers.count) { [upkeep] in
      Task.detached {
        if isSynced { try? await upkeep.sync() }
        time?.end()
      }
    }
    for worker in workers { worker.handleBackground { countdown.countDown() } }
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
