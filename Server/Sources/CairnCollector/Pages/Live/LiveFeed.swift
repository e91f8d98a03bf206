import HTTPTypes

/// Passes the results of batches to the pages that show them, in this process only.
///
/// Without viewers, a batch costs one lock. A viewer that is slow gets the events that fit into its
/// buffer, and the number of those that did not.
final class LiveFeed: Sendable {
  static let maxViewers = 32
  /// The maximum number of items that wait for a viewer.
  static let maxWaiting = 100

  fileprivate struct Listener: Sendable {
    /// Nil for all projects.
    var project: String?
    var part = LivePart()
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

  private let state = Locked(State())

  var viewers: Int { state.withLock { $0.listeners.count } }

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
  func join(_ project: String?) throws(Refusal) -> LiveSeat {
    let (stream, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id: Int? = state.withLock { state in
      guard !state.isClosed, state.listeners.count < Self.maxViewers else { return nil }
      state.lastID += 1
      state.listeners[state.lastID] = Listener(project: project, signal: signal)
      return state.lastID
    }
    guard let id else {
      throw Refusal(
        status: .serviceUnavailable, code: "noSeat",
        message: "\(Self.maxViewers) pages are open, or the collector is shutting down",
        headers: [.retryAfter: "5"])
    }
    return LiveSeat(self, id, signals: stream, signal: signal)
  }

  /// Ends the streams of all viewers, and accepts no more.
  func close() {
    let listeners = state.withLock { state in
      state.isClosed = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.signal.finish() }
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

/// The place of one viewer, which is free again when nobody refers to it.
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

  func wake() { signal.yield() }
}
