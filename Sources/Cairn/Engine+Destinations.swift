/// Destinations that come and go while the app runs, and what the device says to all of them.
extension Engine {
  /// Another one of the same name is closed first, and this one goes on with its cursor.
  func add(_ destination: any Destination, from start: StartingPoint) async {
    let name = FileName.safe(destination.name)
    while !roster.isClosed {
      await roster.remove(name)?.close()
      let courier = desks.courier(for: destination, from: start)
      if roster.add(courier) {
        Task.detached(priority: .utility) { await courier.run() }
        desks.watch.ring()
        return
      }
      // Somebody else added one of that name meanwhile: the last one to be added stays.
    }
  }

  /// Whether there was one of that name.
  func remove(_ name: String, keepingEvents: Bool) async -> Bool {
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

  /// Tells every destination what the device or the process is about.
  package func hear(_ signal: HostSignal) {
    for courier in roster.couriers { courier.hear(signal) }
  }
}
