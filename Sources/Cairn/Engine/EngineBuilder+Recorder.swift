/// The recorder and its state: identity, session, super properties, lifecycle.
extension EngineBuilder {
  /// Returns the recorder; `onAppend` is called after each event with the outcome and the journal's
  /// needs.
  func recorder(
    _ journal: Journal, _ identity: IdentityStore, _ context: StandardContext,
    _ gate: RemoteSettingsGate?,
    onAppend: @escaping @Sendable (AppendResult, EventKind) -> Void
  ) -> Recorder {
    var rules = Recorder.Rules(maximumEventBytes: configuration.maximumEventBytes)
    rules.syncsEveryEvent = configuration.syncPolicy == .everyEvent
    rules.enrichers = configuration.enrichers
    rules.beforeRecord = configuration.beforeRecord
    rules.inspectors = configuration.inspectors
    rules.redactor = redactor
    rules.gate = gate
    rules.eventObserver = seams.eventObserver
    rules.logThreshold = configuration.ownLog == nil ? configuration.logThreshold : nil
    var user = Recorder.User(identity)
    user.consents = consents
    user.sessions = sessions(journal, identity.current.person)
    user.superProperties = superProperties(identity.current.person)
    user.followsAppGroup = configuration.appGroup != nil
    user.appSession = appSession(journal)
    return Recorder(
      journal: journal, clock: seams.clock, randomness: seams.randomness, user: user, rules: rules,
      preamble: Preamble(redactor.redacted(context.values), launch: journal.lane.description),
      diagnostics: diagnostics, onAppend: onAppend)
  }

  func identity() -> IdentityStore {
    let identity = IdentityStore(
      path + "/identity", files: files, randomness: seams.randomness, stores: mayStore,
      erasures: consents.erasure.accepted, initial: initialIdentity,
      keeper: configuration.deviceIDKeeper(installation, isInMemory: isInMemory),
      followsUser: configuration.appGroup != nil,
      encryption: encryption,
      diagnostics: diagnostics)
    if let trouble = identity.trouble {
      diagnostics.report(
        .error, "identity.storage", "the identity applies to this launch only: \(trouble)")
    }
    return identity
  }

  private var initialIdentity: InitialIdentity? {
    // A journal that was set aside shows that the SDK has run here or where the data comes from.
    guard installation == .own else { return nil }
    return configuration.initialIdentity?.usable { name in
      diagnostics.report(
        .warning, "identity.initial",
        "initialIdentity.\(name) is longer than \(InitialIdentity.longest) bytes and is ignored")
    }
  }

  /// The decisions of another SDK; none after an erasure.
  var initialVisitors: [InitialVisitor] {
    consents.erasure.accepted == 0 ? configuration.initialVisitors : []
  }

  private func sessions(_ journal: Journal, _ person: UInt64) -> SessionStore {
    guard let timeout = configuration.sessionTimeout, !configuration.isExtensionOfGroup else {
      return .none
    }
    let keeper = SessionStore(
      path + "/session", files: files, timeout: Milliseconds(seconds: timeout),
      boot: journal.bootSession,
      at: seams.clock.now(), randomness: seams.randomness, encryption: encryption, person: person,
      opens: mayStore, isInFront: launchesInFront,
      initial: consents.erasure.accepted == 0 ? configuration.initialSession : nil)
    if let trouble = keeper.trouble {
      diagnostics.report(
        .notice, "session.storage", "the next launch will not continue this session: \(trouble)")
    }
    return keeper
  }

  private func appSession(_ journal: Journal) -> AppSessionReader? {
    guard configuration.isExtensionOfGroup else { return nil }
    return AppSessionReader(
      path + "/session", files: files, timeout: configuration.followedTimeout,
      boot: journal.bootSession, encryption: encryption)
  }

  private func superProperties(_ person: UInt64) -> SuperPropertyStore {
    let store = SuperPropertyStore(
      path + "/super", files: files, maximumEventBytes: configuration.maximumEventBytes,
      encryption: encryption, person: person, opens: mayStore)
    if let trouble = store.trouble {
      diagnostics.report(
        .error, "superProperties.storage", "super properties apply to this launch only: \(trouble)")
    }
    return store
  }

  func lifecycle(_ recorder: Recorder) -> LifecycleEventRecorder {
    LifecycleEventRecorder(
      configuration.isExtensionOfGroup ? [] : configuration.lifecycleEvents, release: seams.release,
      recorder: recorder, clock: seams.clock,
      randomness: seams.randomness, diagnostics: diagnostics)
  }
}
