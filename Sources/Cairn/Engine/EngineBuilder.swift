/// The foundation of an engine: its configuration, folder and consent, and the functions that
/// create its parts.
struct EngineBuilder {
  let configuration: Configuration
  let erasure: Erasure
  let consents: ConsentStore
  let installation: Installation
  let diagnostics: Diagnostics
  let isInMemory: Bool
  let redactor: Redactor
  /// Whether user data may be on the disk.
  let mayStore: Bool
  /// Whether data that an earlier launch had to erase was erased now.
  var hasErased = false
  /// The detector of journals that the system deletes, where it does.
  var purges: PurgeDetector?
  /// The mark of the instance among those of the process.
  var openInstance: OpenInstance?
  /// Whether sessions may begin before the host reports the foreground.
  var launchesInFront = true

  init(
    _ configuration: Configuration, _ erasure: Erasure, _ consents: ConsentStore,
    _ installation: Installation, _ diagnostics: Diagnostics, isInMemory: Bool
  ) {
    self.configuration = configuration
    self.erasure = erasure
    self.consents = consents
    self.installation = installation
    self.diagnostics = diagnostics
    self.isInMemory = isInMemory
    redactor = Redactor(configuration.redaction)
    mayStore = consents.most != .denied
  }

  var seams: Seams { configuration.seams }
  var encryption: RecordEncryption { erasure.encryption }
  var path: String { erasure.journal }
  private var destinations: String { path + "/dest" }

  /// The file system of the parts that record.
  var files: ErasureAwareFileSystem {
    ErasureAwareFileSystem(erasure.files) { [consents] in consents.isCurrent(inDelivery: false) }
  }

  /// The file system of the journal.
  ///
  /// Only one process writes to a file of the journal, so a write needs no lease.
  private var journalFiles: any FileSystem {
    let plain = (erasure.files as? LeasedFileSystem)?.files ?? erasure.files
    return ErasureAwareFileSystem(plain) { [consents] in consents.isCurrent(inDelivery: false) }
  }

  /// The file system of the parts that deliver.
  private var deliveryFiles: ErasureAwareFileSystem {
    ErasureAwareFileSystem(erasure.files) { [consents] in consents.isCurrent(inDelivery: true) }
  }

  /// Opens the journal; `registry` has the destinations that deliver events of other processes too.
  func journal(for registry: DestinationRegistry) throws(FileError) -> Journal {
    var options = configuration.journalOptions
    options.encryptor = EventEncryptor(encryption)
    options.ballast = ballast
    // Weak, because the destinations have the journal.
    options.onAppendElsewhere = { [weak registry] in
      for worker in registry?.workers ?? [] { worker.handleAppendElsewhere() }
    }
    return try Journal(
      directory: path + "/log", files: journalFiles, clock: seams.clock,
      randomness: seams.randomness, options: options)
  }

  var ballast: Ballast { Ballast(path + "/ballast", files: files) }

  /// Returns the upkeep; `onDrain` is called when events that waited in memory may be on the disk.
  func upkeep(
    _ journal: Journal, _ disk: DiskWork, onDrain: @escaping @Sendable () -> Void
  ) -> JournalUpkeep {
    JournalUpkeep(
      journal, clock: seams.clock, interval: configuration.syncInterval,
      diagnostics: diagnostics, disk: disk, onDrain: onDrain)
  }

  func reclaimer(_ journal: Journal) -> Reclaimer {
    Reclaimer(
      journal, destinations: destinations, importMark: ImportMark.path(in: path), files: files)
  }

  func factory(_ journal: Journal, _ reclaimer: Reclaimer, _ disk: DiskWork) -> DeliveryFactory {
    DeliveryFactory(
      path: path, files: deliveryFiles, encryption: encryption, journal: journal,
      reclaimer: reclaimer,
      configuration: configuration, diagnostics: diagnostics,
      uploads: isInMemory ? nil : Engine.uploads(configuration, path, diagnostics),
      consents: consents,
      launched: seams.clock.now().wall, disk: disk,
      names: DestinationNames(destinations, files: deliveryFiles))
  }

  func retention(
    _ journal: Journal, _ reclaimer: Reclaimer, _ registry: DestinationRegistry, _ disk: DiskWork
  ) -> RetentionEnforcer {
    RetentionEnforcer(
      journal, reclaimer, destinations: destinations, files: files, clock: seams.clock,
      rules: configuration.pruneRules, disk: disk,
      members: { [registry] in registry.workers.map(RetentionEnforcer.Member.init) })
  }

  func lossReporter(_ source: LedgerSource) -> LossReporter? {
    configuration.lossReportInterval.map { seconds in
      LossReporter(
        path + "/losses", files: files, clock: seams.clock,
        interval: Milliseconds(seconds: seconds),
        source: source, diagnostics: diagnostics)
    }
  }
}

extension RetentionEnforcer.Member {
  fileprivate init(_ worker: DeliveryWorker) {
    self.init(
      name: worker.name, report: { worker.report },
      drop: { ranges, reason in await worker.drop(ranges, reason) })
  }
}
