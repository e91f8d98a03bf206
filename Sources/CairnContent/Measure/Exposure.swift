import Cairn

/// Measures a piece of content on the screen, from when any part of it becomes visible until none
/// is.
///
/// ```swift
/// let exposure = content.exposure(
///   of: .asset("https://img.example.com/hero.jpg"), location: "home")
/// exposure.update(ContentVisibility(of: frame, in: window.bounds))  // whenever it moves
/// exposure.end()
/// ```
///
/// A view is recorded as soon as enough was visible for long enough
/// (`ContentConfiguration.viewability`). A timer triggers it, so no call is needed at that moment.
/// The event is that of `trackAssetView` or `trackExperienceView`.
///
/// Measures that are known only later, such as the dwell time, are recorded in a separate event:
/// when the content is no longer visible, at `end()`, and when the app goes to the background or
/// terminates. The event is normally in the journal when that call returns. If the process dies
/// before, the view is counted and these measures are lost.
///
/// Measures belong to the user of the view. They are discarded if that user was reset, if all data
/// was erased, or if consent was denied in the meantime. Times come from a monotonic clock. An
/// exposure may be used from any thread.
public final class Exposure: Sendable {
  /// The content that is measured.
  public let subject: ContentSubject
  /// The location of the content; nil for none.
  public let location: String?

  private let content: ContentAnalytics
  private let extras: [String: Value]?
  private let state: Locked<State>

  private struct State {
    var meter: ExposureMeter
    /// The user whose view was recorded; nil if no view was recorded.
    ///
    /// Without a view nothing is measured.
    var owner: Owner?
    var alarm: (due: MonotonicTime, task: Task<Void, Never>)?
    /// The registration for the engine's signals; nil without an engine.
    var place: Int?
    /// The outputs that wait to be recorded, with the user at the time of the output.
    var outputs: [(ExposureMeter.Output, Owner)] = []
    /// Whether a thread is recording outputs.
    var isRecording: Bool { recorder != nil }
    /// The number of the thread that is recording outputs; nil for none.
    var recorder: UInt?
    /// The number of outputs that were added so far; `recorded` counts those that were processed.
    var added = 0
    var recorded = 0
    var pauses = 0
  }

  /// Identifies the user, including the number of erasures and denials so far.
  private struct Owner: Equatable {
    var anonymousID: String
    var erasures: UInt64

    init(_ engine: Engine) {
      anonymousID = engine.recorder.anonymousID
      erasures = engine.consents.erasure.accepted
    }
  }

  init(
    _ content: ContentAnalytics, _ subject: ContentSubject, _ location: String?,
    _ extras: [String: Value]?
  ) {
    (self.content, self.subject, self.location, self.extras) = (content, subject, location, extras)
    state = Locked(State(meter: ExposureMeter(content.configuration.viewability)))
    let place = content.analytics.engine?.accompany(handle: { [weak self] in self?.handle($0) })
    state.withLock { $0.place = place }
  }

  deinit {
    take(.gone)
    if let place = state.withLock({ $0.place }) {
      content.analytics.engine?.leave(place)
    }
  }

  /// Updates the visibility of the content.
  public func update(_ visibility: ContentVisibility) { take(.seen(visibility)) }

  /// Ends the exposure, because the content is no longer on the screen.
  ///
  /// A later call of `update` begins another exposure, which may record another view. An exposure that
  /// is deallocated ends automatically.
  public func end() { take(.gone) }

  private func handle(_ signal: HostSignal) {
    switch signal {
    case .foreground: take(.foreground)
    case .background, .terminating: take(.background)
    case .offline, .online, .network, .suspending, .lowPower, .lowData: break
    }
  }

  /// Handles an input and records the resulting outputs in order.
  private func take(_ input: ExposureMeter.Input) {
    guard let engine = content.analytics.engine else { return }
    let (isMine, last) = state.withLock { state -> (Bool, Int) in
      let outputs = state.meter.handle(input, at: engine.clock.now().continuous.milliseconds)
      // The user is read before recording: if the user changes in the meantime, the measures are
      // discarded.
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

  /// Waits until the given output is recorded, so that it survives the process when the call
  /// returns.
  ///
  /// Another thread is recording it. That thread may run a closure of the app that waits for this
  /// thread, so the wait ends after `maximumWait` milliseconds; the other thread then records the
  /// output later.
  private func waitUntilRecorded(_ number: Int) {
    for _ in 0..<Self.maximumWait {
      // A closure that this thread's own recording calls must not wait: its outputs are recorded
      // afterwards.
      if state.withLock({ $0.recorded >= number || $0.recorder == Self.thread }) { return }
      state.withLock { $0.pauses += 1 }
      BlockingSleep.milliseconds(1)
    }
  }

  /// The longest time that a call waits for another thread, in milliseconds.
  package static let maximumWait = 50
  /// The total time that calls have waited for another thread, in milliseconds.
  package var pauses: Int { state.withLock { $0.pauses } }
  /// A number that identifies the current thread until it ends.
  private static var thread: UInt { ThreadNumber.current }

  /// Records the outputs in order, without holding the lock.
  ///
  /// Recording may call closures of the app, which may wait for another thread that uses this
  /// exposure. Outputs that other threads add in the meantime are recorded by this thread.
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
    let due = state.meter.due.map { MonotonicTime(milliseconds: $0) }
    guard due != state.alarm?.due else { return }
    state.alarm?.task.cancel()
    state.alarm = due.map { due in
      let task = Task.detached { [weak self] in
        guard (try? await clock.sleep(untilContinuous: due)) != nil else { return }
        self?.take(.tick)
      }
      return (due, task)
    }
  }
}
