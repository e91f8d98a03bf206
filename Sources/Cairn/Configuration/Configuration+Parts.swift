/// The configuration's values for each part of the SDK.
extension Configuration {
  func machine(
    for destination: any Destination, handsOver: Bool, _ diagnostics: Diagnostics
  ) -> DeliveryMachine {
    var own = self
    if let schedule = destination.schedule {
      own.flushAt = schedule.flushAt
      own.flushInterval = schedule.flushInterval
      own.retry = schedule.retry
      own = own.bounded(diagnostics)
    }
    return DeliveryMachine(
      flushAt: own.flushAt, flushInterval: Milliseconds(seconds: own.flushInterval),
      retry: own.retry,
      deliversAtStart: destination.schedule?.deliversAtStart ?? true, handsOver: handsOver,
      waitsForFlush: isExtensionOfGroup)
  }

  func host(_ diagnostics: Diagnostics) -> any Host {
    seams.host
      ?? PlatformHost(
        terminationSignals: terminationSignals, clock: seams.clock, diagnostics: diagnostics)
  }

  /// The time after which recorded events are synced, unless a call syncs earlier.
  var syncInterval: Milliseconds? {
    switch syncPolicy {
    case .never: nil
    case .interval(let seconds): Milliseconds(seconds: seconds)
    // The delay of the retry when the sync in the recording call itself failed.
    case .everyEvent: .seconds(1)
    }
  }

  var journalOptions: JournalOptions {
    var options = JournalOptions()
    options.segmentBytes = min(seams.segmentBytes, max(4_096, journal.bytes / 16))
    options.cap.bytes = journal.bytes
    options.cap.events = journal.events ?? .max
    options.cap.dropsNewest = journal.whenFull == .dropNewest
    if syncPolicy == .never { options.windowBytes = 0 }
    if appGroup != nil, !seams.allowsLocks { options.segmentAge = WriterLivenessCheck.longestUse }
    return options
  }

  var pruneRules: RetentionEnforcer.Rules {
    var rest = JournalCap()
    if journal.whenFull == .dropOldest {
      let options = journalOptions
      rest.bytes = journal.bytes - options.segmentBytes
      if let events = journal.events { rest.events = events - events / 16 }
    }
    return RetentionEnforcer.Rules(
      cap: rest, age: journal.age.map { Milliseconds(seconds: $0) }, lag: journal.lag)
  }
}
