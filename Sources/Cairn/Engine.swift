/// Puts the parts together on a folder: the journal, the recorder, a courier a destination.
package final class Engine: Sendable {
  package let journal: Journal
  package let recorder: Recorder
  package let couriers: [Courier]
  package let syncs: SyncSchedule
  package let isInMemory: Bool
  let clock: any Clock

  /// Opens the folder of the configuration; if that cannot be, works in memory and says so.
  ///
  /// Nil only when there is no memory for that either.
  package static func open(_ configuration: Configuration) -> Engine? {
    let diagnostics = Diagnostics(configuration.diagnostics)
    let bounded = configuration.bounded(diagnostics)
    do {
      guard let path = bounded.instancePath else { throw JournalError(.storage, path: "no home") }
      return try Engine(bounded, path, bounded.seams.files, diagnostics, isInMemory: false)
    } catch {
      diagnostics.report(
        .error, "journal.inMemory", "events are kept in memory and end with the process: \(error)")
    }
    return try? Engine(bounded, "/memory", VolatileFileSystem(), diagnostics, isInMemory: true)
  }

  private init(
    _ configuration: Configuration, _ path: String, _ files: any FileSystem,
    _ diagnostics: Diagnostics, isInMemory: Bool
  ) throws {
    let seams = configuration.seams
    var options = JournalOptions()
    options.segmentBytes = seams.segmentBytes
    let journal = try Journal(
      directory: path + "/log", files: files, clock: seams.clock, randomness: seams.randomness,
      options: options)
    journal.setPreamble(Engine.preamble(lane: journal.lane))
    let identity = try IdentityStore(
      path + "/identity", files: files, randomness: seams.randomness)
    let syncs = SyncSchedule(
      journal, clock: seams.clock, interval: configuration.syncMilliseconds,
      diagnostics: diagnostics)
    let couriers = try Engine.couriers(configuration, path, files, journal, diagnostics)
    let bells = couriers.map(\.doorbell)
    self.journal = journal
    self.syncs = syncs
    self.couriers = couriers
    self.isInMemory = isInMemory
    clock = seams.clock
    recorder = Recorder(
      journal: journal, clock: seams.clock, randomness: seams.randomness, identity: identity,
      enrichers: configuration.enrichers, maximumEventBytes: configuration.maximumEventBytes,
      diagnostics: diagnostics
    ) { wasClean in
      if wasClean { syncs.becameDirty() }
      for bell in bells { bell.strike() }
    }
    for courier in couriers { Task.detached(priority: .utility) { await courier.run() } }
  }

  private static func preamble(lane: LaneID) -> [UInt8] {
    var context = StandardContext.gather()
    // With the sequence number of each event it shows whether one is missing.
    context["launch"] = .string(lane.description)
    var buffer = OutputBuffer(capacity: 1_024)
    var writer = ValueWriter()
    writer.write(context, into: &buffer)
    return Array(buffer.bytes)
  }
}

extension Engine {
  private static func couriers(
    _ configuration: Configuration, _ path: String, _ files: any FileSystem, _ journal: Journal,
    _ diagnostics: Diagnostics
  ) throws -> [Courier] {
    let destinations = unique(configuration.allDestinations, diagnostics)
    let opened = try destinations.map { destination in
      try OpenedCursor(FileName.safe(destination.name), path, files, journal)
    }
    let reclaimer = Reclaimer(
      journal, destinations: path + "/dest", files: files,
      settled: Dictionary(
        opened.map { ($0.name, $0.cursor.settled) }, uniquingKeysWith: { first, _ in first }))
    return zip(destinations, opened).map { destination, opened in
      let desk = desk(opened, configuration, files, journal, reclaimer)
      return Courier(
        destination: destination, desk: desk, machine: configuration.machine, journal: journal,
        clock: configuration.seams.clock, randomness: configuration.seams.randomness,
        diagnostics: diagnostics)
    }
  }

  private static func desk(
    _ opened: OpenedCursor, _ configuration: Configuration, _ files: any FileSystem,
    _ journal: Journal, _ reclaimer: Reclaimer
  ) -> DeliveryDesk {
    let seams = configuration.seams
    let letters = DeadLetters(
      directory: opened.path + "/dead", files: files, clock: seams.clock,
      randomness: seams.randomness)
    return DeliveryDesk(
      name: opened.name, cursor: opened.cursor, file: opened.file,
      bodies: BodyStore(directory: opened.path, files: files), deadLetters: letters,
      reclaimer: reclaimer, journal: journal, syncs: configuration.syncMilliseconds != nil,
      keys: BatchKeys(seams.randomness))
  }

  /// Two destinations of one name would share a cursor: the later one is left out, and that is said.
  private static func unique(
    _ destinations: [any Destination], _ diagnostics: Diagnostics
  ) -> [any Destination] {
    var names: Set<String> = []
    return destinations.filter { destination in
      let isNew = names.insert(FileName.safe(destination.name)).inserted
      if !isNew {
        diagnostics.report(
          .error, "configuration.destinations",
          "there are two destinations named \"\(destination.name)\"; the second one gets nothing")
      }
      return isNew
    }
  }
}

extension Configuration {
  /// The server of `endpoint` first, then the others.
  fileprivate var allDestinations: [any Destination] {
    let server = endpoint.map { HTTPDestination(endpoint: $0, writeKey: writeKey) }
    return (server.map { [$0] } ?? []) + destinations
  }

  fileprivate var machine: DeliveryMachine {
    DeliveryMachine(
      flushAt: flushAt, flushInterval: Int64(flushInterval * 1_000), retry: retry)
  }

  fileprivate var syncMilliseconds: Int64? {
    if case .interval(let seconds) = syncPolicy { Int64(seconds * 1_000) } else { nil }
  }
}
