/// Puts the parts together on a folder: the journal, the recorder, a courier a destination.
package final class Engine: Sendable {
  package let journal: Journal
  package let recorder: Recorder
  package let roster = Roster()
  package let upkeep: JournalUpkeep
  let identity: IdentityStore
  package let vault: Vault
  package let isInMemory: Bool
  package let pruner: Pruner
  let clock: any Clock
  let desks: DeskMaker
  /// The name of the session with which the system delivers by itself.
  let sessionIdentifier: String
  let source: LedgerSource
  let pruning: Task<Void, Never>
  let lossReporter: LossReporter?
  package let reporting: Task<Void, Never>?
  package let remote: RemoteControl?
  let remotePace: RemotePace
  let refreshing: Task<Void, Never>?
  let closing = Closing()
  package let context: ContextKeeper
  let lifecycle: AppLifecycle
  let secretQueryKeys: Set<String>
  /// Of the destinations.
  let changes = Turnstile()
  let host: any Host
  let surroundings = Locked(Surroundings())
  package let consents: ConsentStore
  let erasure: Erasure
  let diagnostics: Diagnostics
  let retriesErasing = Locked(false)

  /// Opens the folder of the configuration; if that cannot be, works in memory and says so.
  ///
  /// Nil only when there is no memory for that either.
  package static func open(_ configuration: Configuration) -> Engine? {
    let diagnostics = Diagnostics(configuration.diagnostics)
    let bounded = configuration.bounded(diagnostics)
    let folder = bounded.instanceFolder(diagnostics)
    let consents = ConsentStore(
      folder?.path ?? "/memory", files: folder?.files ?? VolatileFileSystem(),
      standard: bounded.defaultConsent, diagnostics: diagnostics)
    let vault = Vault(bounded.encryption, instance: bounded.instanceName, diagnostics)
    do {
      guard let folder else { throw JournalError(.storage, path: "no home") }
      let place = folder.open()
      let erasure = Erasure(
        instance: folder.path, journal: place.path, files: folder.files, vault: vault)
      erasure.resume(consents, diagnostics)
      return try Engine(
        bounded, erasure, consents, place.installation, diagnostics, isInMemory: false)
    } catch {
      diagnostics.report(
        .error, "journal.inMemory", "events are kept in memory and end with the process: \(error)")
    }
    consents.setErasing(false)
    consents.setStuck(false)
    let memory = Erasure(
      instance: "/memory", journal: "/memory/v1", files: VolatileFileSystem(), vault: vault)
    return try? Engine(bounded, memory, consents, .unknown, diagnostics, isInMemory: true)
  }

  private init(
    _ configuration: Configuration, _ erasure: Erasure, _ consents: ConsentStore,
    _ installation: Installation, _ diagnostics: Diagnostics, isInMemory: Bool
  ) throws {
    let seams = configuration.seams
    let path = erasure.journal
    let files = GuardedFiles(erasure.files) { consents.isCurrent(inDelivery: false) }
    let vault = erasure.vault
    var options = configuration.journalOptions
    options.sealer = EventSealer(vault)
    let journal = try Journal(
      directory: path + "/log", files: files, clock: seams.clock, randomness: seams.randomness,
      options: options)
    let redactor = Redactor(configuration.redaction)
    let mayStore = consents.most != .denied
    let identity = IdentityStore(
      path + "/identity", files: files, randomness: seams.randomness,
      stores: mayStore, erasures: consents.accepted,
      keeper: configuration.deviceIDKeeper(installation, isInMemory: isInMemory),
      vault: vault, diagnostics: diagnostics)
    if let trouble = identity.trouble {
      diagnostics.report(
        .error, "identity.storage", "the identity holds for this run alone: \(trouble)")
    }
    let upkeep = JournalUpkeep(
      journal, clock: seams.clock, interval: configuration.syncMilliseconds,
      diagnostics: diagnostics)
    let deliveryFiles = GuardedFiles(erasure.files) { consents.isCurrent(inDelivery: true) }
    let reclaimer = Reclaimer(journal, destinations: path + "/dest", files: files)
    let desks = DeskMaker(
      path: path, files: deliveryFiles, vault: vault, journal: journal, reclaimer: reclaimer,
      configuration: configuration, diagnostics: diagnostics,
      uploads: isInMemory ? nil : Engine.uploads(configuration, path), consents: consents)
    let pruner = Pruner(
      journal, reclaimer, destinations: path + "/dest", files: files, clock: seams.clock,
      rules: configuration.pruneRules,
      members: { [roster] in roster.couriers.map(Pruner.Member.init) })
    self.identity = identity
    self.vault = vault
    self.journal = journal
    self.upkeep = upkeep
    self.desks = desks
    sessionIdentifier = configuration.backgroundSessionIdentifier
    self.isInMemory = isInMemory
    self.pruner = pruner
    self.consents = consents
    self.erasure = erasure
    self.diagnostics = diagnostics
    clock = seams.clock
    host =
      seams.host
      ?? PlatformHost(
        terminationSignals: configuration.terminationSignals, clock: seams.clock,
        diagnostics: diagnostics)
    let standard = StandardContext(configuration.context, files: files)
    let gate = configuration.remoteSettings.map { _ in RemoteGate() }
    let recorder = Recorder(
      journal: journal, clock: seams.clock, randomness: seams.randomness, identity: identity,
      consents: consents, enrichers: configuration.enrichers, redactor: redactor,
      maximumEventBytes: configuration.maximumEventBytes,
      syncsEveryEvent: configuration.syncPolicy == .everyEvent, diagnostics: diagnostics,
      sessions: Engine.sessions(
        configuration, path, journal, files, diagnostics, vault, opens: mayStore),
      preamble: Preamble(redactor.redacted(standard.values), launch: journal.lane),
      superProperties: Engine.superProperties(
        configuration, path, files, diagnostics, vault, opens: mayStore),
      gate: gate, witness: seams.witness
    ) { [roster] needs in
      upkeep.attend(needs)
      if needs.contains(.room) { pruner.ring() }
      roster.strike()
    }
    self.recorder = recorder
    context = ContextKeeper(standard, recorder: recorder, clock: seams.clock)
    lifecycle = AppLifecycle(
      configuration.lifecycleEvents, release: seams.release, recorder: recorder, clock: seams.clock,
      randomness: seams.randomness, diagnostics: diagnostics)
    secretQueryKeys = Set(configuration.secretQueryKeys.map { $0.lowercased() })
    source = LedgerSource(
      recorder: recorder, roster: roster, journal: journal, isInMemory: isInMemory)
    lossReporter = configuration.lossReportInterval.map { [source] seconds in
      LossReporter(
        path + "/losses", files: files, clock: seams.clock, interval: Int64(seconds * 1_000),
        source: source, diagnostics: diagnostics)
    }
    desks.ballast.take()
    let couriers = desks.destinations.map { desks.courier(for: $0, from: $0.startingPoint) }
    let added = couriers.filter(roster.add)
    remotePace = RemotePace(configuration, roster)
    remote = configuration.remoteControl(path, files, gate, remotePace, diagnostics)
    refreshing = remote?.begin()
    reporting = lossReporter.map { reporter in
      Task.detached(priority: .utility) { await reporter.run() }
    }
    pruning = Task.detached(priority: .utility) { await pruner.run() }
    begin(path, files)
    host.start { [weak self] in self?.hear($0) }
    let signals = surroundings.withLock { $0.signals }
    for courier in added {
      Task.detached(priority: .utility) { await courier.run(after: signals) }
    }
    consents.listen { [weak self] in self?.hearOthers() }
    if consents.isErasing { tryErasingAgain() }
  }
}

extension Pruner.Member {
  fileprivate init(_ courier: Courier) {
    self.init(
      name: courier.name, report: { courier.report },
      drop: { ranges, reason in await courier.drop(ranges, reason) })
  }
}
