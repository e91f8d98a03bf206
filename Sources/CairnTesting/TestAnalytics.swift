public import Cairn

/// An `Analytics` for a test: on a disk in memory, a clock that stands still and a destination that remembers.
///
/// Give `analytics` to the code under test, and then say what you expect, with the module `CairnExpectations`:
///
/// ```swift
/// let testing = TestAnalytics()
/// Checkout(analytics: testing.analytics).complete(total: 99)
/// testing.expectTracked("Order Completed", ["total": 99])
/// ```
///
/// It is the real SDK: only the machine around it is not. Nothing is written to the disk or sent over the network. An
/// expectation sees an event as soon as the call that recorded it has returned; no delivery is waited for or caused.
/// Safe to use from any thread, so tests may run in parallel, each with its own.
public final class TestAnalytics: Sendable {
  /// What the code under test is given.
  public let analytics: Analytics
  /// The time: stands still until told to go on.
  public let clock: ManualClock
  /// The disk: can be told to be full or to fail.
  public let storage: TestStorage
  /// The device: sends the app to the background, takes the network away.
  public let host: ManualHost
  /// What everything is sent to: remembers it, and answers as it was told.
  public let destination: RecordingDestination

  private let configuration: Configuration
  private let log: Log<Event>
  private let process: Process

  /// What ends with the launch.
  private final class Process: Sendable {
    let files: ProcessFiles
    private let isAlive = Locked(true)

    init(_ files: ProcessFiles) { self.files = files }

    func kill() {
      isAlive.withLock { $0 = false }
      files.kill()
    }

    /// A process that was killed says nothing any more.
    func say(_ line: Diagnostic, to handler: (Diagnostic) -> Void) {
      if isAlive.withLock({ $0 }) { handler(line) }
    }
  }

  /// Opens the SDK on an empty disk, or on one that an earlier launch has left.
  ///
  /// - Parameters:
  ///   - configuration: How the SDK works; by default with all defaults. Its `endpoint` and `destinations` are left out,
  ///     so that nothing leaves the test, and its `enrichers` and limits are used.
  ///   - destination: What everything is sent to; by default one that accepts all.
  ///   - clock: The time; by default 2026-01-01, 00:00 UTC.
  ///   - storage: The disk; by default an empty one. The same one again is the app's next launch.
  ///   - host: The device; by default one with a network, whose app is in front.
  public init(
    _ configuration: Configuration = Configuration(destinations: []),
    destination: RecordingDestination = RecordingDestination(), clock: ManualClock = ManualClock(),
    storage: TestStorage = TestStorage(), host: ManualHost = ManualHost()
  ) {
    let log = Log<Event>()
    var inMemory = configuration.testing(clock: clock, storage: storage, host: host)
    inMemory.endpoint = nil
    inMemory.destinations = [destination]
    inMemory.seams.witness = { log.append($0) }
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

  /// Opens the SDK with a destination of your own, to test that: `destination` stands in front of it and remembers.
  ///
  /// `await analytics.flush()` delivers at once, whatever the back-off says.
  public convenience init(
    _ configuration: Configuration = Configuration(destinations: []),
    deliveringTo destination: any Destination, clock: ManualClock = ManualClock(),
    storage: TestStorage = TestStorage(), host: ManualHost = ManualHost()
  ) {
    self.init(
      configuration, destination: RecordingDestination(inFrontOf: destination), clock: clock,
      storage: storage, host: host)
  }

  /// What this launch recorded, as enrichers left it; in order, since `forget()` if that was called.
  ///
  /// What was refused is not in it.
  public var events: [Event] { log.items }

  /// The same as a value that says what differs from what is expected.
  public var recorded: RecordedEvents {
    RecordedEvents(events, refused: analytics.ledger().refused)
  }

  /// Forgets `events`, so that expectations speak of what comes after.
  ///
  /// Delivery does not notice.
  public func forget() { log.removeAll() }

  /// Returns the first event that is as expected, as soon as it is recorded.
  ///
  /// For code that records in a task of its own. Throws `CancellationError` when the test is cancelled, as its time limit
  /// does; without one it waits for ever.
  @discardableResult
  public func untilRecorded(_ expected: ExpectedEvent) async throws -> Event {
    let events = await log.items { events in events.contains { expected.matches($0) } }
    guard let event = events.first(where: { expected.matches($0) }) else {
      throw CancellationError()
    }
    return event
  }

  /// The same app on the same device after its process was killed and started again.
  ///
  /// As SIGKILL does it: nothing is put in order first. What was on the disk is there; what was in memory alone is lost
  /// (`Receipt.buffered`), and so is an answer that was waited for, so that its batch is delivered again. This one records
  /// no more. What it has not delivered, the new one does.
  public func relaunch() async -> TestAnalytics {
    process.kill()
    // What is left of it in this process; none of it reaches the disk.
    await analytics.engine?.stop()
    return TestAnalytics(
      configuration, destination: destination, clock: clock, storage: storage, host: host)
  }
}
