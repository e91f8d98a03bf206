import Cairn

/// A piece of content on the screen, measured from when something of it can be seen until nothing can.
///
/// ```swift
/// let exposure = content.exposure(of: .asset("https://img.example.com/hero.jpg"), location: "home")
/// exposure.see(Visibility(of: frame, in: window.bounds))  // whenever it moves
/// exposure.end()
/// ```
///
/// When enough was seen for long enough (`ContentConfiguration.viewability`), a view is recorded at that moment, as by
/// `trackAssetView` or `trackExperienceView`; nobody needs to call for it. What is known only afterwards, such as how long it
/// was seen, is an event of its own, recorded when nothing of it can be seen any more, at `end`, and when the app goes to
/// the background or ends: it is in the journal when that call returns. If the process dies before, the view is counted and
/// those measures are lost.
///
/// Measures belong to the user of the view. When that user was reset, all was erased, or consent was denied in between, they
/// are recorded for nobody. Time is that of a clock that nobody can set. Safe to use from any thread.
public final class Exposure: Sendable {
  /// What is measured.
  public let subject: ContentSubject
  /// Where it is; nil for no location.
  public let location: String?

  private let content: ContentAnalytics
  private let extras: [String: Value]?
  private let state: Locked<State>

  private struct State {
    var meter: ExposureMeter
    /// Whose view was recorded; nil when it was excluded or refused: what is not counted is not measured.
    var owner: Owner?
    var alarm: (due: Int64, task: Task<Void, Never>)?
    /// At which place the engine tells it what it hears.
    var place: Int?
    /// What is to be recorded, and by whom it was seen.
    var outputs: [(ExposureMeter.Output, Owner)] = []
    /// Whether a thread is recording it.
    var isRecording: Bool { recorder != nil }
    /// The thread that is recording it.
    var recorder: UInt?
    /// How many outputs were ever added, and recorded.
    var added = 0
    var recorded = 0
    var pauses = 0
  }

  /// Who is the user, from one erasure or denial to the next.
  private struct Owner: Equatable {
    var anonymousID: String
    var erasures: UInt64

    init(_ engine: Engine) {
      anonymousID = engine.recorder.anonymousID
      erasures = engine.consents.accepted
    }
  }

  init(
    _ content: ContentAnalytics, _ subject: ContentSubject, _ location: String?,
    _ extras: [String: Value]?
  ) {
    (self.content, self.subject, self.location, self.extras) = (content, subject, location, extras)
    state = Locked(State(meter: ExposureMeter(content.configuration.viewability)))
    let place = content.analytics.engine?.accompany(hear: { [weak self] in self?.hear($0) })
    state.withLock { $0.place = place }
  }

  deinit {
    take(.gone)
    if let place = state.withLock({ $0.place }) {
      content.analytics.engine?.leave(place)
    }
  }

  /// Says how much of it can be seen from now on.
  public func see(_ visibility: Visibility) { take(.seen(visibility)) }

  /// Says that it is no longer on the screen.
  ///
  /// If it comes back, `see` begins another exposure, which may count another view. An exposure that nobody holds any more
  /// ends by itself.
  public func end() { take(.gone) }

  private func hear(_ signal: HostSignal) {
    switch signal {
    case .foreground: take(.foreground)
    case .background, .terminating: take(.background)
    default: break
    }
  }

  /// What follows from it is recorded in its order.
  private func take(_ input: ExposureMeter.Input) {
    guard let engine = content.analytics.engine else { return }
    let (isMine, last) = state.withLock { state -> (Bool, Int) in
      let outputs = state.meter.handle(input, at: engine.clock.now().continuous)
      // Before it is recorded: if the user changes meanwhile, it is not measured.
      let owner = Owner(engine)
      state.outputs += outputs.map { ($0, owner) }
      state.added += outputs.count
      arm(&state, engine.clock)
      guard !state.isRecording, !state.outputs.isEmpty else { return (false, state.added) }
      state.recorder = Self.thread
      return (true, state.added)
    }
    if isMine { recordOutputs() } else { waitUntilRecorded(last) }
  }

  /// When a call returns, what it measured is recorded, so that it survives the process.
  ///
  /// Another thread records it now, and may be held up by a closure of the app that waits for this very thread: so this
  /// gives up after a while, and the other thread records it later.
  private func waitUntilRecorded(_ number: Int) {
    for _ in 0..<Self.longestWait {
      // A closure of the app that this thread's own recording calls waits for nobody: what it adds is recorded behind it.
      if state.withLock({ $0.recorded >= number || $0.recorder == Self.thread }) { return }
      state.withLock { $0.pauses += 1 }
      Pause.milliseconds(1)
    }
  }

  /// Milliseconds that a call waits for another thread.
  package static let longestWait = 50
  /// How many milliseconds its calls have waited for another thread.
  package var pauses: Int { state.withLock { $0.pauses } }
  /// A number of the present thread, until it ends.
  private static var thread: UInt { ThreadNumber.current }

  /// Records what was measured, in its order, while nothing is held.
  ///
  /// Closures of the app that an event passes may wait for another thread that uses this. What comes meanwhile is recorded by
  /// the thread that is recording.
  private func recordOutputs() {
    while let (output, owner) = next() {
      defer { state.withLock { $0.recorded += 1 } }
      switch output {
      case .viewed:
        let id = content.recordView(of: subject, location, extras)
        state.withLock { $0.owner = id.map { _ in owner } }
      case .measured(let measures):
        guard state.withLock({ $0.owner == owner }) else { continue }
        content.record(measures, of: subject, location)
      }
    }
  }

  private func next() -> (ExposureMeter.Output, Owner)? {
    state.withLock { state in
      guard !state.outputs.isEmpty else {
        state.recorder = nil
        return nil
      }
      return state.outputs.removeFirst()
    }
  }

  private func arm(_ state: inout State, _ clock: any Clock) {
    guard state.meter.due != state.alarm?.due else { return }
    state.alarm?.task.cancel()
    state.alarm = state.meter.due.map { due in
      let task = Task.detached { [weak self] in
        guard (try? await clock.sleep(untilContinuous: due)) != nil else { return }
        self?.take(.tick)
      }
      return (due, task)
    }
  }
}
