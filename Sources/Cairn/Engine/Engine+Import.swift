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

  /// Registers super properties and groups of which the name is not registered, once.
  ///
  /// They belong to the person with the anonymous identifier of the other SDK: after a reset or an
  /// erasure there is another person, who does not get them.
  package func adopt(
    _ properties: [String: Value], groups: [String: Value], of anonymousID: String?
  ) {
    guard let anonymousID, anonymousID == recorder.anonymousID, !isInMemory else { return }
    let (folder, files) = ("\(factory.path)/migration", factory.files)
    guard (try? files.namesIfPresent(in: folder).contains("adopted")) == false else { return }
    registerMissing(properties, groups)
    do throws(FileError) {
      try files.makeDirectory(folder)
      files.protectDirectory(folder)
      try OpenFile("\(folder)/adopted", .create, in: files).sync()
      try files.syncDirectory(folder)
    } catch {
      diagnostics.report(
        .notice, "migration.storage", "the next launch registers the same properties: \(error)")
    }
  }

  private func registerMissing(_ properties: [String: Value], _ groups: [String: Value]) {
    let known = recorder.registered
    let missing = properties.filter { known.values[$0.key] == nil }
    if !missing.isEmpty { recorder.register(missing) }
    for (type, id) in groups {
      guard let id = id.stringValue, known.groups[type] == nil else { continue }
      recorder.changeSuperProperties(.group(id, type: type, isRedacted: false))
    }
  }
}
