/// Records the app's lifecycle events: installed, updated, opened, backgrounded.
final class LifecycleEventRecorder: Sendable {
  /// The magic number `EVJREL1\0`.
  static let magic: UInt64 = 0x0031_4C45_524A_5645
  static let slotSize = 4_096

  private let events: LifecycleEvents
  private let release: AppRelease
  private let recorder: Recorder
  private let clock: any Clock
  private let randomness: any Randomness
  private let diagnostics: Diagnostics
  private let state = Locked(State())

  private struct State {
    var isInFront = false
    /// Whether the app was in the foreground before, in this launch.
    var wasOpened = false
    /// The link that the app is being opened with.
    var link: DeepLink?
  }

  init(
    _ events: LifecycleEvents, release: AppRelease, recorder: Recorder, clock: any Clock,
    randomness: any Randomness, diagnostics: Diagnostics
  ) {
    self.events = events
    self.release = release
    self.recorder = recorder
    self.clock = clock
    self.randomness = randomness
    self.diagnostics = diagnostics
  }

  /// Compares the app's version with the one that ran last, which is stored in a file, and records
  /// the difference.
  ///
  /// When the file cannot be read, nothing is recorded. `wasInstalled` is whether the app was
  /// installed before it had this SDK.
  func launch(_ path: String, files: any FileSystem, wasInstalled: Bool) {
    guard !events.isDisjoint(with: [.installed, .updated]) else { return }
    var file = PersistedValue(path, magic: Self.magic, slotSize: Self.slotSize, files: files)
    let stored = file.open(ReleaseRecord.self)
    if let trouble = file.trouble { return report(trouble) }
    var ids = EventIDGenerator(randomness)
    let wall = clock.now().wall
    var record = ReleaseRecord.next(after: stored, release: release, wasInstalled: wasInstalled) {
      ids.next(wall: wall)
    }
    // The record is stored before the event is recorded. Otherwise a kill in between would make the
    // next launch record the event again under another identifier.
    if record != stored, let trouble = file.store(record) { return report(trouble) }
    guard !record.promised.isEmpty else { return }
    record.promised.removeAll { promise in
      guard events.contains(promise.isFirst ? .installed : .updated) else { return true }
      return recorder.record(.track, promise.name, promise.properties, as: promise.id).isDone
    }
    if let trouble = file.store(record) { report(trouble) }
  }

  private func report(_ trouble: FileError) {
    diagnostics.report(
      .notice, "lifecycle.storage", "it is unknown whether the app was updated: \(trouble)")
  }

  /// Notes the link that the app is being opened with.
  func open(_ link: DeepLink) {
    state.withLock { if !$0.isInFront { $0.link = link } }
  }

  /// Discards the link that the app is being opened with.
  func forget() { state.withLock { $0.link = nil } }

  func handle(_ signal: HostSignal) {
    switch signal {
    case .foreground: comeToFront()
    case .background: goToBack()
    case .offline, .online, .network, .suspending, .terminating, .lowPower, .lowData: break
    }
  }

  private func comeToFront() {
    let opening = state.withLock { state -> (isFirst: Bool, link: DeepLink?)? in
      guard !state.isInFront else { return nil }
      defer { state = State(isInFront: true, wasOpened: true) }
      return (!state.wasOpened, state.link)
    }
    guard let opening, events.contains(.opened) else { return }
    var properties = release.properties
    properties["from_background"] = .bool(!opening.isFirst)
    properties["url"] = opening.link.map { .string($0.url) }
    properties["referring_application"] = opening.link?.referrer.map(Value.string)
    recorder.record(.track, SDKEventName.applicationOpened.rawValue, properties)
  }

  private func goToBack() {
    let wasInFront = state.withLock { state in
      defer { state.isInFront = false }
      return state.isInFront
    }
    if wasInFront, events.contains(.backgrounded) {
      recorder.record(.track, SDKEventName.applicationBackgrounded.rawValue, [:])
    }
  }
}

extension RecordingResult {
  /// Whether the event is in the journal, or would be refused again.
  fileprivate var isDone: Bool {
    guard case .refused(let refusal) = receipt else { return true }
    return refusal.isOfTheEvent
  }
}
