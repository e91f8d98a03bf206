/// Adding and removing destinations while the app runs.
extension Engine {
  /// Runs changes one after another, on the disk executor.
  func inTurn<Result: Sendable>(
    _ work: @escaping @Sendable (isolated DiskWork) async -> Result
  ) async -> Result {
    await changes.pass { [disk] in await disk.run(work) }
  }

  /// Adds a destination.
  ///
  /// One with the same name is closed first, and the new one continues with its
  /// cursor.
  func add(_ destination: any Destination, from start: StartingPoint) async {
    await inTurn { [self] _ in
      guard !roster.isClosed, !hasTwin(of: destination) else { return }
      let former = roster.remove(desks.names.folder(of: destination.name))
      await former?.close()
      // Events that wait for the disk were recorded before the destination was added.
      upkeep.retryNow()
      let courier = joining.withLock { _ -> Courier? in
        let courier = desks.courier(
          for: destination, from: start, gatheringSince: former?.report.gatheringSince)
        if roster.add(courier) { return courier }
        courier.leave()
        return nil
      }
      guard let courier else { return }
      // Consent may have been denied before the courier was in the roster.
      courier.recallUploads()
      let signals = surroundings.withLock { $0.signals }
      remotePace.tell(courier)
      Task.detached(priority: .utility) { await courier.run(after: signals) }
      desks.watch.ring()
    }
  }

  /// Returns whether another destination's name differs only in case: on some volumes both would
  /// share one cursor.
  private func hasTwin(of destination: any Destination) -> Bool {
    let name = desks.names.folder(of: destination.name)
    let twin = roster.couriers.first {
      $0.name != name && $0.name.lowercased() == name.lowercased()
    }
    guard let twin else { return false }
    diagnostics.report(
      .error, "configuration.destinations",
      "there are two destinations named \"\(twin.name)\" and \"\(name)\"; the second one gets nothing"
    )
    return true
  }

  /// Removes a destination; returns whether there was one with that name.
  func remove(_ name: String, keepingEvents: Bool) async -> Bool {
    await inTurn { [self] _ in
      let name = desks.names.folder(of: name)
      let courier = roster.remove(name)
      await courier?.close()
      if keepingEvents {
        desks.uploads?.cancel(name)
        desks.reclaimer.unregister(name)
      } else {
        desks.forget(name)
      }
      desks.watch.ring()
      return courier != nil
    }
  }
}
