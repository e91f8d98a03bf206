import Cairn

/// Runs a migration on an engine, one slice after the other on the engine's disk thread.
struct MigrationTask: Sendable {
  let sources: [MigrationSource]
  let destination: String?
  let container: Container

  /// The migration under way, which is used by one slice at a time.
  private final class Run: Sendable {
    let events: EventImport
    let migrator: Locked<Migrator>

    init(_ events: EventImport, _ migrator: sending Migrator) {
      self.events = events
      self.migrator = Locked(migrator)
    }

    enum Progress: Sendable { case more, done, full }

    /// Does a slice.
    func advance() -> Progress {
      migrator.withLock { migrator in
        do {
          return try migrator.advance() ? .more : .done
        } catch {
          let interruption = error as? MigrationInterruption
          if interruption == .full { return .full }
          migrator.interrupt("\(interruption?.reason ?? "\(error)")")
          return .done
        }
      }
    }

    func interrupt(_ interruption: MigrationInterruption) {
      migrator.withLock { $0.interrupt(interruption.reason) }
    }

    var report: MigrationReport { migrator.withLock { $0.report } }
  }

  func run(on engine: Engine) async -> MigrationReport {
    guard !engine.isInMemory else { return interrupted("the journal is in memory") }
    let begun = await engine.onDisk { begin(on: engine) }
    switch begun {
    case .failure(let interruption): return interrupted(interruption.reason)
    case .success(let run):
      var progress = Run.Progress.more
      while progress != .done, !Task.isCancelled {
        progress = await engine.onDisk { run.advance() }
        if progress == .full, await !makesRoom(in: engine) {
          run.interrupt(.full)
          break
        }
        await Task.yield()
      }
      await engine.onDisk {
        run.events.close()
        engine.announceImport()
      }
      log(run.report, engine)
      return run.report
    }
  }

  /// Delivers what is in the journal; returns whether there is room for more events then.
  private func makesRoom(in engine: Engine) async -> Bool {
    await engine.onDisk { engine.announceImport() }
    _ = await engine.flush()
    return await engine.onDisk { (try? engine.hasRoomForImport()) ?? false }
  }

  private func begin(on engine: Engine) -> Result<Run, MigrationInterruption> {
    do {
      guard let events = try EventImport(on: engine) else {
        return .failure(MigrationInterruption(reason: "another process migrates"))
      }
      guard events.isAllowed else {
        return .failure(MigrationInterruption(reason: "recording is not allowed"))
      }
      let migrator = try Migrator(
        sources, container, events, to: destination, anonymousID: engine.anonymousID,
        now: engine.clock.now().wall.milliseconds)
      return .success(Run(events, migrator))
    } catch {
      return .failure(MigrationInterruption(reason: "\(error)"))
    }
  }

  private func interrupted(_ reason: String) -> MigrationReport {
    var report = MigrationReport()
    report.interruption = reason
    return report
  }

  private func log(_ report: MigrationReport, _ engine: Engine) {
    let reasons = report.stores.flatMap(\.lost).map(\.key.rawValue)
    if !reasons.isEmpty {
      engine.diagnostics.report(
        .warning, "migration.lost",
        "\(report.lost) records of other SDKs could not be taken over: "
          + Set(reasons).sorted().joined(separator: ", "))
    }
    let returned = report.stores.filter(\.hasReappeared).map(\.sdk)
    if !returned.isEmpty {
      engine.diagnostics.report(
        .warning, "migration.reappeared",
        "\(Set(returned).sorted().joined(separator: ", ")) stored events after the takeover; "
          + "the app must not start it any more")
    }
    if let interruption = report.interruption {
      engine.diagnostics.report(
        .notice, "migration.interrupted",
        "the migration goes on with the next launch: \(interruption)")
    }
  }
}
