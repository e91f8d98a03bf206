import Cairn

/// Carries out the migration of a configuration when the engine opens.
struct MigrationOpeningHook: OpeningHook {
  let migration: Migration

  func prepare(_ configuration: inout Configuration) {
    let identity = identity
    guard let identity else { return }
    if configuration.initialIdentity == nil {
      configuration.initialIdentity = InitialIdentity(
        anonymousID: identity.anonymousID, userID: identity.latestUserID)
    }
    configuration.initialVisitors = identity.visitors
    configuration.initialSession = identity.initialSession
    // Until the decision is stored; a stored decision takes precedence.
    if identity.optedOut == true { configuration.defaultConsent = .denied }
  }

  func opened(_ engine: any Sendable) {
    guard let engine = engine as? Engine else { return }
    Task.detached(priority: .utility) {
      adopt(in: engine)
      let task = MigrationTask(
        sources: migration.sources, destination: migration.destination,
        container: migration.container ?? .app)
      let report = await task.run(on: engine)
      if report.interruption != nil { goOn(task, when: engine) }
      migration.onReport?(report)
    }
  }

  /// Goes on with an interrupted migration when the app comes to the foreground: the device is
  /// unlocked then, and its files can be read.
  private func goOn(_ task: MigrationTask, when engine: Engine) {
    let interruption = Interruption()
    engine.accompany(handle: { [weak engine, migration] signal in
      guard case .foreground = signal, let engine, interruption.take() else { return }
      Task.detached(priority: .utility) {
        let report = await task.run(on: engine)
        if report.interruption != nil { interruption.put() }
        migration.onReport?(report)
      }
    })
  }

  /// Whether a migration waits for the app to come to the foreground.
  private final class Interruption: Sendable {
    private let isWaiting = Locked(true)

    /// Returns whether it waits, and ends the waiting.
    func take() -> Bool {
      isWaiting.withLock { isWaiting in
        defer { isWaiting = false }
        return isWaiting
      }
    }

    func put() { isWaiting.withLock { $0 = true } }
  }

  /// The identity of all sources; a value of an earlier source takes precedence.
  private var identity: LegacyIdentity? {
    let container = migration.container ?? .app
    var merged: LegacyIdentity?
    for format in migration.sources.flatMap(\.formats) {
      let stores = try? StoreFinder.stores(of: format, in: container)
      for store in stores ?? [] { merged = store.identity.under(merged) }
    }
    return merged
  }

  private func adopt(in engine: Engine) {
    guard let identity else { return }
    if identity.optedOut == true {
      engine.denyConsentIfUndecided()
      return
    }
    adoptProperties(of: identity, in: engine)
  }

  /// Registers super properties and groups, and records the traits, once.
  ///
  /// They belong to the person with the anonymous identifier of the other SDK: after a reset or an
  /// erasure there is another person, who does not get them.
  private func adoptProperties(of identity: LegacyIdentity, in engine: Engine) {
    guard let anonymousID = identity.anonymousID, anonymousID == engine.anonymousID,
      !engine.isInMemory
    else { return }
    let (folder, files) = ("\(engine.journalFolder)/migration", engine.importFiles)
    guard (try? files.namesIfPresent(in: folder).contains("adopted")) == false else { return }
    engine.registerMissing(identity.superProperties ?? [:], groups: identity.groups ?? [:])
    if migration.recordsTraits, let traits = identity.traits, !traits.isEmpty,
      engine.userID == identity.latestUserID
    {
      engine.recordTraits(traits)
    }
    do throws(FileError) {
      try files.makeDirectory(folder)
      files.protectDirectory(folder)
      try OpenFile("\(folder)/adopted", .create, in: files).sync()
      try files.syncDirectory(folder)
    } catch {
      engine.diagnostics.report(
        .notice, "migration.storage", "the next launch registers the same properties: \(error)")
    }
  }
}
