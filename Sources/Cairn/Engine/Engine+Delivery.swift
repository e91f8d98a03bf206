extension Engine {
  package func ledger() -> Ledger { source.ledger }

  package func flush() async -> FlushResult {
    let time = timeInExtension()
    defer { time?.end() }
    await disk.run { [upkeep] _ in upkeep.retryNow() }
    if consents.erasure.isErasing { await finishErasure() }
    let result = await flushWorkers()
    if !result.isComplete { await handOverInBackground() }
    return result
  }

  /// Requests time in an app extension, which the system suspends soon after the extension has
  /// ended its own work.
  private func timeInExtension() -> BackgroundTime? {
    guard isExtension else { return nil }
    return host.time(for: BackgroundTime.delivery) { [weak self] in self?.handle(.suspending) }
  }

  private func flushWorkers() async -> FlushResult {
    await withTaskGroup(of: (Int, FlushResult.Row).self) { group in
      for (place, worker) in registry.workers.enumerated() {
        group.addTask { (place, await self.flush(worker)) }
      }
      var rows: [(Int, FlushResult.Row)] = []
      for await row in group { rows.append(row) }
      return FlushResult(destinations: rows.sorted { $0.0 < $1.0 }.map(\.1))
    }
  }

  /// Flushes for at most the given number of seconds; the requests then in progress are cancelled.
  package func flush(forSeconds seconds: Double) async -> FlushResult {
    let deadline = clock.now().continuous + Milliseconds(seconds: min(max(0, seconds), 3_600))
    return await withTaskGroup(of: FlushResult?.self) { group in
      group.addTask { await self.flush() }
      group.addTask {
        try? await self.clock.sleep(untilContinuous: deadline)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      if let first { return first }
      await stopWorkers()
      return await group.next().flatMap { $0 } ?? FlushResult(destinations: [])
    }
  }

  private func flush(_ worker: DeliveryWorker) async -> FlushResult.Row {
    let before = worker.report.cursor.counters
    let report = await worker.flush()
    await worker.ownFlush.run()
    let pending = await disk.run { [journal] _ in
      report.pending(in: journal.segments(), journal.marked).wanted
    }
    let after = report.cursor.counters
    return FlushResult.Row(
      name: report.name, delivered: Int(clamping: after.delivered &- before.delivered),
      deadLettered: Int(clamping: after.deadLettered &- before.deadLettered),
      pending: pending, problem: pending > 0 ? report.problem : nil)
  }

  private func stopWorkers() async {
    for worker in registry.workers { await worker.close() }
  }

  /// Stops delivery and closes the journal.
  ///
  /// Can be called twice.
  package func stop() async {
    host.stop()
    registry.close()
    // Waits for an erasure in progress.
    await changes.pass {}
    await stopWorkers()
    observers.close()
    openInstance?.close()
    // Syncs while the last file is still open for writing, so that a file that was removed from
    // outside is noticed.
    try? await upkeep.sync()
    await disk.run { [journal] _ in journal.close() }
    await upkeep.finish()
    pruning.cancel()
    context.close()
    reporting?.cancel()
    refreshing?.cancel()
    observers.stop()
    await disk.run { [lossReporter] _ in lossReporter?.save() }
    savePending()
    closing.close()
    factory.deliveryObserver.close()
    factory.uploads?.close()
  }
}
