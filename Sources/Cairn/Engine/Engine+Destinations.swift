/// Adding and removing destinations while the app runs.
extension Engine {
  /// Runs changes one after another, and none during an erasure, on the disk executor.
  package func inTurn<Result: Sendable>(
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
      guard !registry.isClosed, !hasDuplicate(of: destination) else { return }
      let former = registry.remove(factory.names.folder(of: destination.name))
      await former?.close()
      // Events that wait for the disk were recorded before the destination was added.
      upkeep.retryNow()
      let worker = joining.withLock { _ -> DeliveryWorker? in
        let worker = factory.worker(
          for: destination, from: start, gatheringSince: former?.report.gatheringSince)
        if registry.add(worker) { return worker }
        worker.leave()
        return nil
      }
      guard let worker else { return }
      // Consent may have been denied before the worker was in the registry.
      worker.recallUploads()
      let signals = hostState.withLock { $0.signals }
      remoteSchedule.notify(worker)
      Task.detached(priority: .utility) { await worker.run(after: signals) }
      factory.deliveryObserver.notify()
    }
  }

  /// Returns whether another destination's name differs only in case: on some volumes both would
  /// share one cursor.
  private func hasDuplicate(of destination: any Destination) -> Bool {
    let name = factory.names.folder(of: destination.name)
    let twin = registry.workers.first {
      $0.name != name && $0.name.lowercased() == name.lowercased()
    }
    guard let twin else { return false }
    diagnostics.report(
      .error, "configuration.destinations",
      "there are two destinations named \"\(twin.name)\" and \"\(name)\"; "
        + "the second one gets no events")
    return true
  }

  /// Removes a destination; returns whether there was one with that name.
  func remove(_ name: String, keepingEvents: Bool) async -> Bool {
    await inTurn { [self] _ in
      let name = factory.names.folder(of: name)
      let worker = registry.remove(name)
      await worker?.close()
      if keepingEvents {
        factory.uploads?.cancel(name)
        factory.reclaimer.unregister(name)
      } else {
        factory.forget(name)
      }
      factory.deliveryObserver.notify()
      return worker != nil
    }
  }
}
