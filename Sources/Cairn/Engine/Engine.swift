/// Builds the SDK's parts on a folder: the journal, the recorder, and a worker for each
/// destination.
package final class Engine: Sendable {
  package let journal: Journal
  package let recorder: Recorder
  package let registry = DestinationRegistry()
  /// The executor for all work that blocks on the disk while no caller waits for it.
  let disk = DiskWork()
  package let upkeep: JournalUpkeep
  let identity: IdentityStore
  /// The decisions of another SDK for this person; none after a reset or an erasure.
  package let initialVisitors: [InitialVisitor]
  package let isInMemory: Bool
  let isExtension: Bool
  package let retention: RetentionEnforcer
  package let clock: any Clock
  let factory: DeliveryFactory
  /// The identifier of the system's background session.
  let sessionIdentifier: String
  let source: LedgerSource
  let pruning: Task<Void, Never>
  let lossReporter: LossReporter?
  let purges: PurgeDetector?
  package let reporting: Task<Void, Never>?
  package let remote: RemoteSettingsFetcher?
  let remoteSchedule: RemoteSchedule
  let refreshing: Task<Void, Never>?
  let closing = ShutdownSignal()
  let observers = EngineObservers()
  package let context: ContextKeeper
  let lifecycle: LifecycleEventRecorder
  let secretQueryKeyNames: SecretQueryKeys
  /// The maximum number of bytes that are recorded of a link.
  let longestLink: Int
  /// Serializes the changes of the destinations.
  let changes = AsyncSerialQueue()
  let host: any Host
  let hostState = Locked(HostState())
  let appReports = Locked(AppReports())
  package let consents: ConsentStore
  let erasure: Erasure
  package let diagnostics: Diagnostics
  let retriesErasing = Locked(false)
  let hasReportedUncategorized = Locked(false)
  /// The mark of this instance among those of the process; nil for a folder in memory.
  let openInstance: OpenInstance?
  /// Held while a destination is added and while interactions are given up, so that neither misses
  /// the other.
  let joining = Locked(())
  let fork = Locked<ForkMembership?>(nil)

  /// Opens the configured folder; if that fails, works in memory and logs an error.
  ///
  /// Returns nil only when there is no memory for that either.
  package static func open(_ configuration: Configuration) -> Engine? {
    guard let openingHook = configuration.openingHook else { return openAlone(configuration) }
    var prepared = configuration
    openingHook.prepare(&prepared)
    let engine = openAlone(prepared)
    if let engine { openingHook.opened(engine) }
    return engine
  }

  private static func openAlone(_ configuration: Configuration) -> Engine? {
    let diagnostics = Diagnostics(
      isOfApp: configuration.ownLog != nil, configuration.diagnostics)
    let located = configuration.bounded(diagnostics).movingIntoGroup(diagnostics).locating()
    let refusal = located.distrust()
    let bounded = refusal == nil ? located.probingLocks(diagnostics).leasingLocks() : located
    let folder = bounded.instanceFolder(diagnostics)
    let consents = ConsentStore(
      folder?.path ?? "/memory", files: folder?.files(refusal) ?? InMemoryFileSystem(),
      standard: bounded.defaultConsent, diagnostics: diagnostics)
    let encryption = RecordEncryption(
      bounded.encryption, instance: bounded.instanceName, diagnostics)
    do {
      if let refusal { throw refusal }
      guard let folder else { throw JournalError(.storage, path: bounded.missingFolder) }
      let purges = bounded.purgeRecord.map { record in
        PurgeDetector(
          record, account: bounded.instanceName, isGone: folder.isWithoutJournal,
          diagnostics: diagnostics)
      }
      let place = folder.open()
      let erasure = Erasure(
        instance: folder.path, journal: place.path, files: folder.files, encryption: encryption)
      let hasErased = erasure.resume(consents, diagnostics)
      var builder = EngineBuilder(
        bounded, erasure, consents, place.installation, diagnostics, isInMemory: false)
      builder.hasErased = hasErased
      builder.purges = purges
      // A test has several launches in one process, on a disk in memory.
      if bounded.seams.isOnDisk { builder.openInstance = OpenInstance(folder.path) }
      builder.openInstance?.reportOthers(diagnostics)
      return try Engine(builder)
    } catch {
      diagnostics.report(
        .error, "journal.inMemory",
        "events are kept in memory and are lost when the process ends: \(error)")
    }
    consents.advanceErasure(.folderAbandoned)
    let memory = Erasure(
      instance: "/memory", journal: "/memory/v1", files: InMemoryFileSystem(),
      encryption: encryption)
    return try? Engine(
      EngineBuilder(bounded, memory, consents, .unknown, diagnostics, isInMemory: true))
  }

  private init(_ builder: EngineBuilder) throws {
    let configuration = builder.configuration
    clock = builder.seams.clock
    diagnostics = builder.diagnostics
    consents = builder.consents
    erasure = builder.erasure
    isInMemory = builder.isInMemory
    isExtension = builder.seams.isExtension
    openInstance = builder.openInstance
    host = configuration.host(diagnostics)
    var builder = builder
    builder.launchesInFront = !host.reportsForeground || host.isInFront
    sessionIdentifier = configuration.backgroundSessionIdentifier
    secretQueryKeyNames = SecretQueryKeys(configuration.secretQueryKeys) {
      [redactor = builder.redactor] key in
      redactor.hidesKey(key)
    }
    longestLink = min(RedactedLink.longest, configuration.maximumEventBytes / 8)
    journal = try builder.journal(for: registry)
    identity = builder.identity()
    initialVisitors = identity.current.person == 0 ? builder.initialVisitors : []
    let reclaimer = builder.reclaimer(journal)
    upkeep = builder.upkeep(journal, disk) { [registry, journal] in
      // A segment that each of two processes has delivered in part is not removed by either of them
      // alone.
      if journal.spill.problem == .noSpace { reclaimer.reclaimForAll() }
      registry.thresholds.fire()
    }
    factory = builder.factory(journal, reclaimer, disk)
    retention = builder.retention(journal, reclaimer, registry, disk)
    let standard = StandardContext(
      configuration.context, environment: configuration.environment, files: builder.files)
    let gate = configuration.remoteSettings.map { _ in RemoteSettingsGate() }
    recorder = builder.recorder(journal, identity, standard, gate) {
      [upkeep, retention, registry] appended, kind in
      upkeep.handle(appended.needs)
      if appended.needs.contains(.room) { retention.wake() }
      registry.thresholds.record(appended.outcome, kind)
    }
    context = ContextKeeper(standard, recorder: recorder, clock: clock)
    lifecycle = builder.lifecycle(recorder)
    source = LedgerSource(
      recorder: recorder, registry: registry, journal: journal, observers: observers,
      isInMemory: isInMemory, purged: builder.purges?.purged ?? 0)
    purges = builder.purges
    lossReporter = builder.lossReporter(source)
    factory.ballast.take()
    let workers = factory.destinations.map { [factory] in
      factory.worker(for: $0, from: $0.startingPoint)
    }
    let added = workers.filter(registry.add)
    remoteSchedule = RemoteSchedule(configuration, registry)
    remote = configuration.remoteControl(
      builder.path, builder.files, gate, remoteSchedule, diagnostics)
    refreshing = remote?.begin()
    reporting = lossReporter.map { [disk] reporter in disk.begin { _ in await reporter.run() } }
    pruning = disk.begin { [retention] _ in await retention.run() }
    begin(builder, added)
  }

  /// Starts the parts that need the whole engine.
  private func begin(_ builder: EngineBuilder, _ workers: [DeliveryWorker]) {
    joinForkGuard()
    // A launch that was killed during an erasure may have left uploads with the system.
    if builder.hasErased || consents.most == .denied { factory.uploads?.cancelAll() }
    recallUploads(of: workers)
    recorder.recordLeft()
    lifecycle.launch(
      builder.path + "/release", files: builder.files,
      wasInstalled: builder.configuration.initialIdentity != nil)
    context.readScreen()
    host.start { [weak self] in self?.handle($0) }
    let signals = hostState.withLock { $0.signals }
    for worker in workers {
      Task.detached(priority: .utility) { await worker.run(after: signals) }
    }
    consents.listen { [weak self] in self?.readOthers() }
    recorder.onReset.withLock { onReset in
      onReset = ClosureBox { [weak self] before in self?.observers.forget(before) }
    }
    // Consent changes that were found before the listener was set.
    readOthers(isNew: false)
    if consents.erasure.isErasing { tryErasingAgain() }
  }
}
