/// What the device and the process are about, and what the SDK does about it.
extension Engine {
  /// How long the end of the process may wait for the disk, in seconds.
  private static let lastSync = 2.0

  /// Takes in what the device or the process is about.
  ///
  /// Whatever must be done before the process is suspended or ends is done when this returns.
  package func hear(_ signal: HostSignal) {
    record(signal)
    // Before anything is delivered: what they record then goes with the rest.
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

  /// The time is asked for before anything else, in the very call in which the system says it, and given back when
  /// all couriers are done and the disk has what was recorded: what the battery lets down while the process is
  /// suspended is then on it.
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
