/// Builds the SDK's parts on a folder: the journal, the recorder, and a courier for each
/// destination.
package final class Engine: Sendable {
  package let journal: Journal
  package let recorder: Recorder
  package let roster = Roster()
  /// The executor for all work that blocks on the disk while no caller waits for it.
  let disk = DiskWork()
  package let upkeep: JournalUpkeep
  let identity: IdentityStore
  package let isInMemory: Bool
  package let pruner: Pruner
  package let clock: any Clock
  let desks: DeskMaker
  /// The identifier of the system's background session.
  let sessionIdentifier: String
  let source: LedgerSource
  let pruning: Task<Void, Never>
  let lossReporter: LossReporter?
  package let reporting: Task<Void, Never>?
  package let remote: RemoteControl?
  let remotePace: RemotePace
  let refreshing: Task<Void, Never>?
  let closing = Closing()
  let companions = Companions()
  package let context: ContextKeeper
  let lifecycle: AppLifecycle
  let secretNames: SecretNames
  /// The maximum number of bytes that are recorded of a link.
  let longestLink: Int
  /// Serializes the changes of the destinations.
  let changes = Turnstile()
  let host: any Host
  let surroundings = Locked(Surroundings())
  package let consents: ConsentStore
  let erasure: Erasure
  package let diagnostics: Diagnostics
  let retriesErasing = Locked(false)
  /// Held while a destination is added and while interactions are given up, so that neither misses
  /// the other.
  let joining = Locked(())
  let fork = Locked<ForkMembership?>(nil)

  /// Opens the configured folder; if that fails, works in memory and logs an error.
  ///
  /// Returns nil only when there is no memory for that either.
  package static func open(_ configuration: Configuration) -> Engine? {
    let diagnostics = Diagnostics(
      isOfApp: configuration.ownLog != nil, configuration.diagnostics)
    let located = configuration.bounded(diagnostics).locating()
    let refusal = located.distrust()
    let bounded = refusal == nil ? located.probingLocks(diagnostics) : located
    let folder = bounded.instanceFolder(diagnostics)
    let consents = ConsentStore(
      folder?.path ?? "/memory", files: folder?.files(refusal) ?? VolatileFileSystem(),
      standard: bounded.defaultConsent, diagnostics: diagnostics)
    let vault = Vault(bounded.encryption, instance: bounded.instanceName, diagnostics)
    do {
      if let refusal { throw refusal }
      guard let folder else { throw JournalError(.storage, path: "no home") }
      let place = folder.open()
      let erasure = Erasure(
        instance: folder.path, journal: place.path, files: folder.files, vault: vault)
      let hasErased = erasure.resume(consents, diagnostics)
      var site = EngineSite(
        bounded, erasure, consents, place.installation, diagnostics, isInMemory: false)
      site.hasErased = hasErased
      return try Engine(site)
    } catch {
      diagnostics.report(
        .error, "journal.inMemory", "events are kept in memory and end with the process: \(error)")
    }
    consents.setErasing(false)
    consents.setStuck(false)
    let memory = Erasure(
      instance: "/memory", journal: "/memory/v1", files: VolatileFileSystem(), vault: vault)
    return try? Engine(
      EngineSite(bounded, memory, consents, .unknown, diagnostics, isInMemory: true))
  }

  private init(_ site: EngineSite) throws {
    let configuration = site.configuration
    clock = site.seams.clock
    diagnostics = site.diagnostics
    consents = site.consents
    erasure = site.erasure
    isInMemory = site.isInMemory
    host = site.host()
    sessionIdentifier = configuration.backgroundSessionIdentifier
    secretNames = SecretNames(configuration.secretQueryKeys) { [redactor = site.redactor] key in
      redactor.hidesKey(key)
    }
    longestLink = min(CleanLink.longest, configuration.maximumEventBytes / 8)
    journal = try site.journal()
    identity = site.identity()
    let reclaimer = site.reclaimer(journal)
    upkeep = site.upkeep(journal, disk) { [roster, journal] in
      // A segment that each of two processes has delivered in part is not removed by either of them
      // alone.
      if journal.spill.problem == .noSpace { reclaimer.reclaimForAll() }
      roster.bells.ring()
    }
    desks = site.desks(journal, reclaimer, disk)
    pruner = site.pruner(journal, reclaimer, roster, disk)
    let standard = StandardContext(configuration.context, files: site.files)
    let gate = configuration.remoteSettings.map { _ in RemoteGate() }
    recorder = site.recorder(journal, identity, standard, gate) {
      [upkeep, pruner, roster] appended, kind in
      upkeep.attend(appended.needs)
      if appended.needs.contains(.room) { pruner.ring() }
      roster.bells.strike(appended.outcome, kind)
    }
    context = ContextKeeper(standard, recorder: recorder, clock: clock)
    lifecycle = site.lifecycle(recorder)
    source = LedgerSource(
      recorder: recorder, roster: roster, journal: journal, isInMemory: isInMemory)
    lossReporter = site.lossReporter(source)
    desks.ballast.take()
    let couriers = desks.destinations.map { [desks] in
      desks.courier(for: $0, from: $0.startingPoint)
    }
    let added = couriers.filter(roster.add)
    remotePace = RemotePace(configuration, roster)
    remote = configuration.remoteControl(site.path, site.files, gate, remotePace, diagnostics)
    refreshing = remote?.begin()
    reporting = lossReporter.map { [disk] reporter in disk.begin { _ in await reporter.run() } }
    pruning = disk.begin { [pruner] _ in await pruner.run() }
    begin(site, added)
  }

  /// Starts the parts that need the whole engine.
  private func begin(_ site: EngineSite, _ couriers: [Courier]) {
    joinForkGuard()
    // A launch that was killed during an erasure may have left uploads with the system.
    if site.hasErased || consents.most == .denied { desks.uploads?.cancelAll() }
    recallUploads(of: couriers)
    recorder.recordLeft()
    lifecycle.launch(site.path + "/release", files: site.files)
    context.readScreen()
    host.start { [weak self] in self?.hear($0) }
    let signals = surroundings.withLock { $0.signals }
    for courier in couriers {
      Task.detached(priority: .utility) { await courier.run(after: signals) }
    }
    consents.listen { [weak self] in self?.hearOthers() }
    recorder.onReset.withLock { onReset in
      onReset = Closure { [weak self] before in self?.companions.forget(before) }
    }
    // Consent changes that were found before the listener was set.
    hearOthers(isNew: false)
    if consents.isErasing { tryErasingAgain() }
  }
}
