import HTTPTypes
import NIOCore

/// Passes the results of batches to the pages that show them, in this process only.
///
/// Without viewers, a batch costs one lock. A viewer that is slow gets the events that fit into its
/// buffer, and the number of those that did not.
final class LiveFeed: Sendable {
  static let maxViewers = 32
  /// The maximum number of items that wait for a viewer.
  static let maxWaiting = 100

  fileprivate struct Listener: Sendable {
    /// It is nil for all projects.
    var project: String?
    var part = LivePart()
    /// The connection; nil when it is not known.
    var channel: (any Channel)?
    var isWriting = false
    var signal: AsyncStream<Void>.Continuation

    func wants(_ other: String) -> Bool {
      project.map { $0.utf8.elementsEqual(other.utf8) } ?? true
    }
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var lastID = 0
    var isClosed = false
  }

  /// The time between two signs of life, and between two checks of the session.
  let beat: Duration
  private let state = Locked(State())

  init(beat: Duration = ConnectionDeadlines().beat) { self.beat = beat }

  var viewers: Int { state.withLock { $0.listeners.count } }
  /// The number of viewers to whom something is being written.
  var waitingWrites: Int { state.withLock { $0.listeners.values.filter(\.isWriting).count } }

  /// Adds the results of a batch for those that look at its project.
  func publish(
    _ project: String, _ verdicts: [EventVerdict], _ results: [StoreResult],
    at time: @autoclosure () -> Int64
  ) {
    guard isWatched(project) else { return }
    let batch = LiveBatch(project: project, verdicts: verdicts, results: results, stored: time())
    let (items, counts) = batch.items(atMost: Self.maxWaiting)
    add(items, counts, of: project)
  }

  /// Adds a batch that was refused as a whole.
  func publish(_ project: String, refusal: Refusal, at time: @autoclosure () -> Int64) {
    guard isWatched(project) else { return }
    let item = LiveItem(
      fate: .refused, project: project, name: "batch",
      reason: "\(refusal.code): \(refusal.message)", stored: time())
    add([item], [.refused: 1], of: project)
  }

  /// Adds a viewer of a project, or of all projects.
  ///
  /// - Throws: 503 when there are too many viewers, and during a shutdown.
  func join(
    _ project: String?, channel: (any Channel)? = nil
  ) throws(Refusal) -> LiveSeat {
    let (stream, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id: Int? = state.withLock { state in
      guard !state.isClosed, state.listeners.count < Self.maxViewers else { return nil }
      state.lastID += 1
      state.listeners[state.lastID] = Listener(
        project: project, channel: channel, signal: signal)
      return state.lastID
    }
    guard let id else {
      throw Refusal(
        status: .serviceUnavailable, code: "noSeat",
        message: "\(Self.maxViewers) pages are open, or the collector is shutting down",
        headers: [.retryAfter: "5"])
    }
    let seat = LiveSeat(self, id, signals: stream, signal: signal)
    channel?.closeFuture.whenComplete { [weak seat] _ in seat?.leave() }
    return seat
  }

  /// Ends the streams of all viewers, and accepts no more.
  ///
  /// A viewer that does not read can let a write wait: its connection is closed.
  func close() {
    let listeners = state.withLock { state in
      state.isClosed = true
      return Array(state.listeners.values)
    }
    for listener in listeners {
      listener.signal.finish()
      if listener.isWriting { listener.channel?.close(promise: nil) }
    }
  }

  /// Records that a viewer's write begins; returns false when the feed has ended.
  fileprivate func beginWrite(_ id: Int) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.listeners[id]?.isWriting = true
      return true
    }
  }

  fileprivate func endWrite(_ id: Int) {
    state.withLock { $0.listeners[id]?.isWriting = false }
  }

  fileprivate func take(_ id: Int) -> LivePart {
    state.withLock { state in
      let part = state.listeners[id]?.part
      state.listeners[id]?.part = LivePart()
      return part ?? LivePart()
    }
  }

  fileprivate func leave(_ id: Int) { state.withLock { $0.listeners[id] = nil } }

  private func isWatched(_ project: String) -> Bool {
    state.withLock { state in
      !state.listeners.isEmpty && state.listeners.values.contains { $0.wants(project) }
    }
  }

  private func add(_ items: [LiveItem], _ counts: [LiveItem.Fate: Int], of project: String) {
    state.withLock { state in
      for (id, listener) in state.listeners where listener.wants(project) {
        state.listeners[id]?.part.add(items, counts)
        listener.signal.yield()
      }
    }
  }
}

/// The items that wait for a viewer, and the numbers of all events since the last part.
struct LivePart: Sendable {
  private(set) var items: [LiveItem] = []
  private(set) var counts: [LiveItem.Fate: Int] = [:]

  var isEmpty: Bool { counts.isEmpty }

  /// The number of events that did not fit.
  var skipped: Int { counts.values.reduce(0, +) - items.count }

  mutating func add(_ more: [LiveItem], _ added: [LiveItem.Fate: Int]) {
    items += more.prefix(LiveFeed.maxWaiting - items.count)
    for (fate, count) in added { counts[fate, default: 0] += count }
  }

  var json: String {
    var numbers = JSONObject()
    for fate in LiveItem.Fate.allCases { numbers.add(fate.rawValue, raw: "\(counts[fate] ?? 0)") }
    var object = JSONObject()
    object.add("items", raw: "[\(items.map(\.json).joined(separator: ","))]")
    object.add("counts", raw: numbers.text)
    object.add("skipped", raw: "\(skipped)")
    return object.text
  }
}

/// The place of one viewer, which is free again when its connection is closed, or nobody refers to
/// it.
final class LiveSeat: Sendable {
  /// A signal when there are items, and at each call of `wake()`; it ends with the feed.
  let signals: AsyncStream<Void>
  private let feed: LiveFeed
  private let id: Int
  private let signal: AsyncStream<Void>.Continuation

  fileprivate init(
    _ feed: LiveFeed, _ id: Int, signals: AsyncStream<Void>, signal: AsyncStream<Void>.Continuation
  ) {
    self.feed = feed
    self.id = id
    self.signals = signals
    self.signal = signal
  }

  deinit { feed.leave(id) }

  func take() -> LivePart { feed.take(id) }

  /// Makes the place free, and ends the signals.
  func leave() {
    feed.leave(id)
    signal.finish()
  }

  /// Records that a write begins, whose connection is closed if the feed ends meanwhile.
  ///
  /// - Returns: False when the feed has ended: then nothing is to be written.
  func beginWrite() -> Bool { feed.beginWrite(id) }

  func endWrite() { feed.endWrite(id) }

  func wake() { signal.yield() }
}
