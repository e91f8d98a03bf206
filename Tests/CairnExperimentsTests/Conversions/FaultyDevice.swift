import Cairn
import CairnExperiments
import CairnTesting
import Testing

/// A device whose disk fails as a test decides, and a server that gets the reports of its launches.
final class FaultyDevice: Sendable {
  let storage = TestStorage()
  let clock = ManualClock()
  private let server = RecordingDestination()
  private let state = Locked(State())

  private struct State {
    var count = 0
    /// The number of the first call that may fail.
    var first = Int.max
    var mode = WaitingFaultTests.Mode.once
    var before: (@Sendable (FaultyFileSystem.Call) -> Void)?
    var death: String?
  }

  /// A process on the device.
  final class Launch: Sendable {
    let analytics: Analytics
    let experiments: Experiments
    private let switchOff: @Sendable () -> Void

    init(
      _ analytics: Analytics, _ experiments: Experiments,
      switchOff: @escaping @Sendable () -> Void
    ) {
      self.analytics = analytics
      self.experiments = experiments
      self.switchOff = switchOff
    }

    var waiting: Int { analytics.ledger().waitingReports }

    /// Lets the pauses between attempts pass until nothing waits; returns whether that happens.
    func resolve(_ clock: ManualClock) async -> Bool {
      await eventually {
        clock.advance(bySeconds: 1)
        return waiting == 0
      }
    }

    func settle() async {
      await experiments.keeper.settled()
      await experiments.resolved()
    }

    /// Tracks a purchase of this amount by a visitor of its own.
    func track(_ amount: Int, transaction: String? = nil) {
      let visitor = experiments.context(visitorID: "u\(amount % 3)")
      var data: [GoalDataKey: Value] = [.amount: .int(amount)]
      data[.transactionID] = transaction.map(Value.string)
      let result = visitor.trackConversion(
        "purchase", data: data, forceMultipleTransactions: true)
      #expect(result.outcome == .waitsForDocument)
    }

    func kill() async {
      switchOff()
      await analytics.engine?.stop()
    }
  }

  private final class Life: Sendable {
    let isOver = Locked(false)
  }

  func launch(
    isOnline: Bool, _ change: (inout Configuration) -> Void = { _ in }
  ) -> Launch {
    let life = Life()
    var configuration = Configuration(destinations: [server])
    change(&configuration)
    configuration.diagnostics = { _ in }
    configuration = configuration.testing(clock: clock, storage: storage)
    configuration.seams.files = FaultyFileSystem(storage.files) { [self] call in
      life.isOver.withLock { $0 } ? .fail(FileError.inputOutput) : fault(call)
    }
    let analytics = Analytics(configuration)
    let network = RecordingTransport(otherwise: { _ in isOnline ? .document() : .offline })
    let source = HTTPExperimentSource(key: "key", transport: network)
    return Launch(
      analytics, Experiments(analytics, ExperimentsConfiguration(source: source))
    ) { life.isOver.withLock { $0 = true } }
  }

  /// Tracks these purchases in a launch without a network, which is then killed.
  func trackOffline(_ amounts: [Int], transaction: String? = nil) async {
    let launch = launch(isOnline: false)
    await launch.settle()
    for amount in amounts { launch.track(amount, transaction: transaction) }
    await launch.kill()
  }

  /// Expects that nothing waits any more when the pauses have passed, and that each amount has
  /// arrived; ends the launch.
  func finish(_ launch: Launch, expecting amounts: [Int], _ comment: String = "") async {
    #expect(await launch.resolve(clock), "\(comment)")
    await launch.analytics.flush()
    expect(amounts, comment)
    await launch.analytics.close()
  }

  private func fault(_ call: FaultyFileSystem.Call) -> FaultyFileSystem.Fault {
    state.withLock { $0.before }?(call)
    return state.withLock { state in
      state.count += 1
      if let death = state.death, call.name == "write" || call.path.contains(death) {
        guard call.name != "create" else { return .none }
        return .fail(FileError.inputOutput)
      }
      return state.count < state.first
        ? .none : state.mode.fault(call, at: state.count - state.first)
    }
  }

  /// Lets calls fail from the given number on.
  func begin(_ mode: WaitingFaultTests.Mode, at number: Int) {
    state.withLock { state in
      state.mode = mode
      state.first = state.count + number
    }
  }

  /// Lets no call fail any more; returns whether one has.
  func end() -> Bool {
    state.withLock { state in
      defer { state.first = .max }
      return state.count >= state.first
    }
  }

  /// Sets a closure that is called before each call.
  func before(_ work: @escaping @Sendable (FaultyFileSystem.Call) -> Void) {
    state.withLock { $0.before = work }
  }

  /// Lets all calls fail that would change a new file in this folder, as after a kill; nil ends
  /// this.
  func die(atWriteTo folder: String?) { state.withLock { $0.death = folder } }

  /// The number of events about goals that have arrived.
  var arrived: Int {
    server.acceptedEvents.count { DecodedEvent($0)?.name == "Goal Completed" }
  }

  /// Expects that each amount has arrived, with one key.
  func expect(_ amounts: [Int], _ comment: String) {
    var keys: [Int: Set<String>] = [:]
    for event in server.acceptedEvents.compactMap({ DecodedEvent($0) }) {
      guard let report = ExperimentReport(event),
        case .conversion(_, let data, _) = report.subject, let amount = data[.amount]?.intValue
      else { continue }
      keys[amount, default: []].insert(report.key)
    }
    #expect(keys.keys.sorted() == amounts, "\(comment)")
    #expect(keys.values.allSatisfy { $0.count == 1 }, "\(comment)")
  }
}
