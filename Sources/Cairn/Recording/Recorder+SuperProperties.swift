extension Recorder {
  /// Adds super properties, after redaction.
  package func register(_ properties: [String: Value]) {
    guard let redacted = AppClosureCall.perform({ redactor.redacted(properties: properties) })
    else {
      refuse(.nested, "register")
      return
    }
    changeSuperProperties(.set(redacted, redacted: changed(redacted, from: properties)))
  }

  /// Redacts properties that were stored before there were rules.
  ///
  /// Values that a rule has changed already are not transformed, because a hash would be hashed
  /// again.
  func redactSuperProperties() {
    redactTimers()
    guard !redactor.isEmpty, let stored = superProperties?.current, !stored.isEmpty else { return }
    let values = stored.values
    let done = values.filter { stored.redactedKeys.contains($0.key) }
    let pending = values.filter { done[$0.key] == nil }
    let redacted = redactor.redacted(properties: pending)
      .merging(redactor.withoutTransforms.redacted(properties: done)) { $1 }
    let changed = changed(redacted, from: pending)
    let removed = values.keys.filter { redacted[$0] == nil }
    guard redacted != values else { return }
    // Written twice, so that the values are in neither slot of the file.
    for _ in 0..<2 {
      changeSuperProperties(.set(redacted, redacted: changed), always: true)
      for key in removed { changeSuperProperties(.remove(key), always: true) }
    }
  }

  private func changed(_ redacted: [String: Value], from values: [String: Value]) -> [String] {
    redacted.compactMap { key, value in value == values[key] ? nil : key }
  }

  /// Whether data of a user may be on disk.
  ///
  /// This depends on the consent only, and not on the reason why an event would be refused, which
  /// may have others.
  var mayStore: Bool { consents?.mayStore ?? true }

  /// Changes the super properties, which are added to all `track` and `screen` events.
  ///
  /// Events that are recorded after the call have the new properties. `isValid` is as in
  /// `SuperPropertyStore.change`. Returns the timer that the change has removed.
  @discardableResult
  package func changeSuperProperties(
    _ change: SuperPropertyChange, always: Bool = false,
    if isValid: (SuperPropertyValues) -> Bool = { _ in true }
  ) -> EventTimers.Timer? {
    guard let superProperties else { return nil }
    var ended: EventTimers.Timer?
    // Changes of consent and of the person by other processes are read first.
    _ = pass(at: clock.now())
    handleReset()
    let result = superProperties.change(
      change, of: { identity.current.person }, storing: { mayStore }, always: always,
      if: isValid
    ) { properties in
      ended = properties.ended
      state.withLock { $0.registered = properties }
    }
    switch result {
    case .stored, .kept(nil): break
    case .kept(let trouble?):
      diagnostics.report(
        .error, "superProperties.storage", "super properties apply to this launch only: \(trouble)")
    case .tooLarge(let bytes):
      diagnostics.report(
        .warning, "superProperties.tooLarge",
        "nothing was registered: they would have \(bytes) of \(superProperties.maximumBytes) bytes"
      )
    }
    return ended
  }
}
