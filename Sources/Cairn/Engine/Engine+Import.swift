/// The import of another SDK's events.
extension Engine {
  /// Opens the journal once more, with a lane of its own for an import.
  ///
  /// It reads the journal's folder, so it must run on a thread that may wait.
  package func openImportLane() throws(FileError) -> Journal {
    var options = factory.configuration.journalOptions
    // An event that is not stored is not imported, so it need not be kept in memory.
    options.spillBytes = 0
    options.encryptor = EventEncryptor(erasure.encryption)
    return try Journal(
      directory: factory.path + "/log", files: importFiles, clock: clock, randomness: randomness,
      options: options)
  }

  /// The file system of an import.
  package var importFiles: any FileSystem {
    ErasureAwareFileSystem(erasure.files) { [consents] in
      consents.isCurrent(inDelivery: false)
    }
  }

  /// The folder of the journal and its state.
  package var journalFolder: String { factory.path }
  /// The conditions for recording now.
  package var recordingPass: ConsentStore.Pass { recorder.pass(at: clock.now()) }

  /// Returns whether the journal is at most half full, so that neither an import nor the app's own
  /// events make it drop any.
  package func hasRoomForImport() throws(FileError) -> Bool {
    try journal.refresh()
    let limits = factory.configuration.journal
    let segments = journal.segments()
    let events = segments.reduce(0) { $0 + $1.events }
    let most = min(limits.events ?? .max, limits.lag ?? .max)
    return segments.reduce(0) { $0 + $1.bytes } <= limits.bytes / 2 && events <= most / 2
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
  /// The identified user.
  package var userID: String? { identity.current.userID }
}

/// The identity of another SDK.
extension Engine {
  /// Denies consent, unless the app has called `setConsent` or an earlier launch has denied it.
  package func denyConsentIfUndecided() {
    guard !hasConsentDecision else { return }
    changeConsent { record in record.consent = .denied }
  }

  /// Records an `identify` event with the traits of the current user.
  package func recordTraits(_ traits: [String: Value]) {
    _ = recorder.identify(traits: traits)
  }

  /// Registers super properties and groups of which the name is not registered.
  package func registerMissing(_ properties: [String: Value], groups: [String: Value]) {
    let known = recorder.registered
    let missing = properties.filter { known.values[$0.key] == nil }
    if !missing.isEmpty { recorder.register(missing) }
    for (type, id) in groups {
      guard let id = id.stringValue, known.groups[type] == nil else { continue }
      recorder.changeSuperProperties(.group(id, type: type, isRedacted: false))
    }
  }
}
