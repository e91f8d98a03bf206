/// Handling of signals from the device and the process.
extension Engine {
  /// The maximum number of seconds that the end of the process waits for the disk.
  private static let lastSync = 2.0

  /// Handles a signal from the device or the process.
  ///
  /// Everything that must happen before the process is suspended or ends has happened when this
  /// returns.
  package func hear(_ signal: HostSignal) {
    record(signal)
    // Companions are notified before delivery starts, so that the events they record are delivered
    // too.
    companions.hear(signal)
    let isNew = surroundings.withLock { $0.hear(signal) }
    switch signal {
    case .offline, .online:
      if isNew { report(signal) }
      if signal == .online { remote?.hear(signal) }
      tellCouriers(signal)
    case .foreground:
      identity.keep()
      remote?.hear(signal)
      tellCouriers(signal)
    case .lowPower: tellCouriers(signal)
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
  /// signal. It ends when all couriers have finished and the recorded events are synced, so that
  /// they survive if the battery runs out while the process is suspended.
  private func deliverInBackground() {
    let time = host.time(for: "deliver events") { [weak self] in self?.hear(.suspending) }
    let isSynced = upkeep.syncsByItself
    let couriers = roster.couriers
    let countdown = Countdown(couriers.count) { [upkeep] in
      Task.detached {
        if isSynced { try? await upkeep.sync() }
        time?.end()
      }
    }
    for courier in couriers { courier.hearBackground { countdown.countDown() } }
  }

  private func tellCouriers(_ signal: HostSignal) {
    for courier in roster.couriers { courier.hear(signal) }
  }

  private func report(_ signal: HostSignal) {
    let diagnostics = desks.diagnostics
    if signal == .online {
      diagnostics.report(.debug, "network.online", "there is a network again")
    } else {
      diagnostics.report(
        .debug, "network.offline", "there is no network: nothing is tried until there is")
    }
  }
}
