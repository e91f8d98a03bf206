public import Cairn

/// An `Analytics` for a test, with a disk in memory, a manual clock and a recording destination.
///
/// Pass `analytics` to the code under test, and then state your expectations with the module
/// `CairnExpectations`:
///
/// ```swift
/// let testing = TestAnalytics()
/// Checkout(analytics: testing.analytics).complete(total: 99)
/// testing.expectTracked("Order Completed", ["total": 99])
/// ```
///
/// It is the real SDK; only its interfaces to the machine are replaced. Nothing is written to the
/// disk or sent over the network. An expectation sees an event as soon as the call that recorded it
/// has returned; it does not wait for or trigger delivery. Safe to use from any thread, so tests
/// may run in parallel, each with an instance of its own.
public final class TestAnalytics: Sendable {
  /// The instance to pass to the code under test.
  public let analytics: Analytics
  /// The clock, which advances only when told to.
  public let clock: ManualClock
  /// The disk, which can be made full or failing.
  public let storage: TestStorage
  /// The device, which can move the app to the background or lose the network.
  public let host: ManualHost
  /// The destination of all events, which records them and responds as configured.
  public let destination: RecordingDestination

  private let configuration: Configuration
  private let log: Log<Event>
  private let process: Process

  /// The parts that end with the launch.
  private final class Process: Sendable {
    let files: ProcessFiles
    private let isAlive = Locked(true)

    init(_ files: ProcessFiles) { self.files = files }

    func kill() {
      isAlive.withLock { $0 = false }
      files.kill()
    }

    /// Passes a line to the handler, unless the process was killed.
    func say(_ line: Diagnostic, to handler: (Diagnostic) -> Void) {
      if isAlive.withLock({ $0 }) { handler(line) }
    }
  }

  /// Opens the SDK on an empty disk, or on one that an earlier launch has used.
  ///
  /// - Parameters:
  ///   - configuration: The configuration; by default with all defaults. Its `endpoint` and
  ///     `destinations` are ignored, so that nothing leaves the test; its `enrichers` and limits
  ///     apply.
  ///   - destination: The destination of all events; by default one that accepts all.
  ///   - clock: The clock; by default at 2026-01-01, 00:00 UTC.
  ///   - storage: The disk; by default an empty one. Passing the same one again is the app's next
  ///     launch.
  ///   - host: The device; by default one with a network, whose app is in the foreground.
  public init(
    _ configuration: Configuration = Configuration(destinations: []),
    destination: RecordingDestination = RecordingDestination(), clock: ManualClock = ManualClock(),
    storage: TestStorage = TestStorage(), host: ManualHost = ManualHost()
  ) {
    let log = Log<Event>()
    var inMemory = configuration.testing(clock: clock, storage: storage, host: host)
    inMemory.endpoint = nil
    inMemory.destinations = [destination]
    inMemory.seams.eventObserver = { log.append($0) }
    let process = Process(ProcessFiles(storage.files))
    inMemory.seams.files = process.files
    inMemory.diagnostics = { [handler = inMemory.diagnostics] in process.say($0, to: handler) }
    self.process = process
    analytics = Analytics(inMemory)
    self.log = log
    self.configuration = configuration
    self.destination = destination
    self.clock = clock
    self.storage = storage
    self.host = host
  }

  /// Opens the SDK with your own destination, to test it; `destination` is in front of it and
  /// records.
  ///
  /// `await analytics.flush()` delivers immediately, whatever the back-off is.
  public convenience init(
    _ configuration: Configuration = Configuration(destinations: []),
    deliveringTo destination: any Destination, clock: ManualClock = ManualClock(),
    storage: TestStorage = TestStorage(), host: ManualHost = ManualHost()
  ) {
    self.init(
      configuration, destination: RecordingDestination(inFrontOf: destination), clock: clock,
      storage: storage, host: host)
  }

  /// The events that this launch recorded, after enrichment, in order; those since `forget()` if
  /// that was called.
  ///
  /// Refused events are not included.
  public var events: [Event] { log.items }

  /// The recorded events with descriptions of their differences from expected ones.
  public var recorded: RecordedEvents {
    RecordedEvents(events, refused: analytics.ledger().refused)
  }

  /// Clears `events`, so that expectations apply only to later events.
  ///
  /// Delivery is not affected.
  public func forget() { log.removeAll() }

  /// Returns the first event that is as expected, as soon as it is recorded.
  ///
  /// Use it for code that records in a task of its own.
  ///
  /// - Parameters:
  ///   - expected: The event.
  ///   - limit: The longest wait, in real time and not by the test's clock; 10 seconds by default.
  /// - Returns: The event.
  /// - Throws: `NotRecordedError` at the limit, with the most similar events, and
  ///   `CancellationError` when the test is cancelled.
  @discardableResult
  public func untilRecorded(
    _ expected: ExpectedEvent, within limit: Duration = .seconds(10)
  ) async throws -> Event {
    let log = log
    let events = await withTaskGroup(of: [Event]?.self) { group in
      group.addTask {
        await log.items { events in events.contains { expected.matches($0) } }
      }
      group.addTask {
        try? await Task.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next().flatMap { $0 } ?? log.items
    }
    if let event = events.first(where: { expected.matches($0) }) { return event }
    try Task.checkCancellation()
    throw NotRecordedError(
      description: recorded.failure(expecting: expected, count: nil) ?? "\(expected)")
  }

  /// Kills the process, and returns the same app on the same device after a new launch.
  ///
  /// The kill is like SIGKILL: nothing is saved first. Data on the disk is kept. Data that was only
  /// in memory is lost (`Receipt.buffered`), and so is the response to a request in progress, so
  /// its batch is delivered again. The old instance records nothing more. The new one delivers what
  /// the old one has not delivered.
  ///
  /// - Parameter inBackground: Whether the system launches the app in the background, for example
  ///   for a background refresh; no session begins until `host.enterForeground()`. The default is
  ///   false.
  /// - Returns: The new launch.
  public func relaunch(inBackground: Bool = false) async -> TestAnalytics {
    process.kill()
    host.prepareLaunch(isInForeground: !inBackground)
    // The remaining objects of the old launch stop here; none of their work reaches the disk.
    await analytics.engine?.stop()
    return TestAnalytics(
      configuration, destination: destination, clock: clock, storage: storage, host: host)
  }
}
