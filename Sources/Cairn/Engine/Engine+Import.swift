/// The import of another SDK's events.
extension Engine {
  /// Begins an import of events; returns nil when another process imports.
  ///
  /// It reads the journal's folder, so it must run on a thread that may wait.
  package func beginImport() throws(FileError) -> EventImport? {
    var options = factory.configuration.journalOptions
    // An event that is not stored is not imported, so it need not be kept in memory.
    options.spillBytes = 0
    options.sealer = EventEncryptor(erasure.encryption)
    let files = ErasureAwareFileSystem(erasure.files) { [consents] in
      consents.isCurrent(inDelivery: false)
    }
    let own = try Journal(
      directory: factory.path + "/log", files: files, clock: clock, randomness: randomness,
      options: options)
    return try EventImport(
      own, in: factory.path, recorder,
      maximumEventBytes: factory.configuration.maximumEventBytes, files: files)
  }

  /// Makes the destinations see imported events.
  package func announceImport() {
    try? journal.refresh()
    registry.thresholds.fire()
  }

  /// Runs work that blocks on the disk, on the engine's own thread.
  package func onDisk<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result
  ) async -> Result {
    await disk.run { _ in work() }
  }

  /// Whether the app, or an earlier import, has set the general consent.
  package var hasConsentDecision: Bool { consents.record.consent != nil }
  /// The anonymous identifier for events that have none.
  package var anonymousID: String { recorder.anonymousID }
}

/// The identity of another SDK.
extension Engine {
  /// Denies consent, unless the app has called `setConsent` or an earlier launch has denied it.
  package func denyConsentIfUndecided() {
    guard !hasConsentDecision else { return }
    changeConsent { record in record.consent = .denied }
  }

  /// Registers super properties and groups of which the name is not registered.
  package func registerIfMissing(_ properties: [String: Value], groups: [String: Value]) {
    let known = recorder.registered
    let missing = properties.filter { known.values[$0.key] == nil }
    if !missing.isEmpty { recorder.register(missing) }
    for (type, id) in groups {
      guard let id = id.stringValue, known.groups[type] == nil else { continue }
      recorder.changeSuperProperties(.group(id, type: type, isRedacted: false))
    }
  }
}
