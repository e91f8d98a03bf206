/// Destinations that come and go while the app runs, and what the device says to all of them.
extension Engine {
  /// Another one of the same name is closed first, and this one goes on with its cursor.
  func add(_ destination: any Destination, from start: StartingPoint) async {
    await changes.pass { [self] in
      guard !roster.isClosed else { return }
      await roster.remove(FileName.safe(destination.name))?.close()
      // What waits for the disk was recorded before.
      upkeep.retryNow()
      let courier = desks.courier(for: destination, from: start)
      guard roster.add(courier) else { return courier.leave() }
      Task.detached(priority: .utility) { await courier.run() }
      desks.watch.ring()
      if !isOnline.withLock({ $0 }) { courier.hear(.offline) }
    }
  }

  /// Whether there was one of that name.
  func remove(_ name: String, keepingEvents: Bool) async -> Bool {
    await changes.pass { [self] in
      let name = FileName.safe(name)
      let courier = roster.remove(name)
      await courier?.close()
      if keepingEvents {
        desks.reclaimer.unregister(name)
      } else {
        desks.forget(name)
      }
      desks.watch.ring()
      return courier != nil
    }
  }

  /// Takes in what the device or the process is about.
  ///
  /// Whatever must be done before the process is suspended or ends is done when this returns.
  package func hear(_ signal: HostSignal) {
    switch signal {
    case .offline, .online:
      isOnline.withLock { $0 = signal == .online }
      tellCouriers(signal)
    case .foreground:
      identity.keep()
      isInFront.withLock { $0 = true }
      tellCouriers(signal)
    case .background:
      isInFront.withLock { $0 = false }
      lossReporter?.save()
      tellCouriers(signal)
    case .terminating:
      lossReporter?.save()
    case .suspending: handOver()
    case .network, .lowPower: break
    }
  }

  private func tellCouriers(_ signal: HostSignal) {
    for courier in roster.couriers { courier.hear(signal) }
  }
}
