extension Recorder {
  /// Adds properties, as the rules of redaction leave them.
  package func register(_ properties: [String: Value]) {
    guard let redacted = AppCall.perform({ redactor.redacted(properties: properties) }) else {
      refuse(.nested, "register")
      return
    }
    changeSuperProperties { registered in
      for (key, value) in redacted { registered.set(key, value) }
    }
  }

  /// What was stored before there were rules.
  func redactSuperProperties() {
    guard !redactor.isEmpty, let stored = superProperties?.current, !stored.isEmpty else { return }
    let values = stored.values
    let redacted = redactor.redacted(properties: values)
    guard redacted != values else { return }
    // Twice, so that it is in neither of the file's slots.
    for _ in 0..<2 {
      changeSuperProperties(always: true) { registered in
        registered = RegisteredProperties()
        for (key, value) in redacted { registered.set(key, value) }
      }
    }
  }

  /// Whether what belongs to a user may be on the disk.
  ///
  /// This asks what the user has said, and not why an event would be refused: that may have several reasons.
  var mayStore: Bool { consents?.mayStore ?? true }

  /// Changes what all events of `track` and `screen` get.
  ///
  /// Events that are recorded when it has returned have it.
  package func changeSuperProperties(
    always: Bool = false, _ change: (inout RegisteredProperties) -> Void
  ) {
    guard let superProperties else { return }
    // What another process was told is heard first.
    _ = pass(at: clock.now())
    let result = superProperties.change(
      of: { identity.current.person }, storing: { mayStore }, always: always, change
    ) { properties in
      state.withLock { $0.registered = properties }
    }
    switch result {
    case .stored, .kept(nil): break
    case .kept(let trouble?):
      diagnostics.report(
        .error, "superProperties.storage", "they hold for this run alone: \(trouble)")
    case .tooLarge(let bytes):
      diagnostics.report(
        .warning, "superProperties.tooLarge",
        "nothing was registered: with it they would be \(bytes) of \(superProperties.maximumBytes) bytes"
      )
    }
  }
}
