extension Recorder {
  /// The rules that apply to every event before it is written.
  package struct Rules: Sendable {
    package var maximumEventBytes: Int
    /// Whether every event is synced before its call returns.
    package var syncsEveryEvent = false
    package var enrichers: [any Enricher] = []
    package var beforeRecord: (@Sendable (Event) -> Event?)?
    package var inspectors: [any EventInspector] = []
    package var redactor = Redactor()
    /// The remote settings; nil without them.
    package var gate: RemoteSettingsGate?
    /// The level of the default log; nil when the app has a log of its own.
    package var logThreshold: LogThreshold?
    /// Called with every event that is written; nil outside of tests.
    package var eventObserver: (@Sendable (Event) -> Void)?

    package init(maximumEventBytes: Int = 32_768) { self.maximumEventBytes = maximumEventBytes }

    /// Whether closures of the app are called for every event.
    var callsApp: Bool {
      !enrichers.isEmpty || beforeRecord != nil || !inspectors.isEmpty || redactor.callsApp
    }
  }

  /// The stores of the user whose events are recorded.
  package struct User {
    package var identity: IdentityStore
    package var consents: ConsentStore?
    package var sessions = SessionStore.none
    package var superProperties: SuperPropertyStore?
    /// Whether super properties of other processes apply in this one at once.
    package var followsAppGroup = false
    /// The app's session, in an extension of the app.
    package var appSession: AppSessionReader?

    package init(_ identity: IdentityStore) { self.identity = identity }
  }
}
