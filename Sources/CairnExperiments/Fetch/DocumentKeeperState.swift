import Cairn

/// The state of a document keeper, protected by its lock.
struct DocumentKeeperState: Sendable {
  var schedule: RefreshSchedule
  /// The ETag of the source's document.
  var etag: String?
  var fetching: Task<Void, Never>?
  /// Whether the last request failed; the failure was logged.
  var isUnavailable = false
  private(set) var isClosed = false
  /// The problem of the configuration; set when the stored document was read.
  var problem: ExperimentsError?
  /// Whether the stored document was read and its messages were logged.
  private(set) var hasBegun = false
  /// Inputs that arrived before that.
  var early: [RefreshSchedule.Input] = []
  /// The callers that wait for that.
  private var beginning: [CheckedContinuation<Void, Never>] = []
  /// The callers that wait for a document.
  var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
  /// The callers that wait for a response.
  var asking: [CheckedContinuation<Bool, Never>] = []
  var readers: [Int: AsyncStream<CurrentDocument>.Continuation] = [:]
  /// The callers that were cancelled before they began to wait.
  private var cancelled: Set<Int> = []
  private var timer: (due: MonotonicTime, task: Task<Void, Never>)?
  private var lastNumber = 0

  init(schedule: RefreshSchedule, etag: String?) {
    self.schedule = schedule
    self.etag = etag
  }

  /// Marks the initialization as complete; returns the callers that waited for it.
  mutating func begin() -> [CheckedContinuation<Void, Never>] {
    hasBegun = true
    defer { beginning = [] }
    return beginning
  }

  mutating func takeEarly() -> [RefreshSchedule.Input] {
    defer { early = [] }
    return early
  }

  /// Adds a waiting caller; returns false when the initialization is complete.
  mutating func waitForBeginning(_ begun: CheckedContinuation<Void, Never>) -> Bool {
    if hasBegun { return false }
    beginning.append(begun)
    return true
  }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Adds a caller that waits for a document; returns false when the keeper is closed or the caller
  /// was cancelled.
  mutating func wait(_ number: Int, _ ready: CheckedContinuation<Void, any Error>) -> Bool {
    guard !isClosed, cancelled.remove(number) == nil else { return false }
    waiting[number] = ready
    return true
  }

  mutating func cancel(_ number: Int) -> CheckedContinuation<Void, any Error>? {
    let ready = waiting.removeValue(forKey: number)
    if ready == nil { cancelled.insert(number) }
    return ready
  }

  /// Adds a reader and returns its number; nil when the keeper is closed.
  mutating func add(_ reader: AsyncStream<CurrentDocument>.Continuation) -> Int? {
    guard !isClosed else { return nil }
    let number = nextNumber()
    readers[number] = reader
    return number
  }

  /// Restarts the timer if the next time of the schedule has changed.
  mutating func arm(_ sleep: (MonotonicTime) -> Task<Void, Never>) {
    guard timer?.due != schedule.wake else { return }
    timer?.task.cancel()
    timer = schedule.wake.map { ($0, sleep($0)) }
  }

  /// Closes the keeper; returns the callers to resume and the readers to finish.
  mutating func close() -> (
    waiting: [CheckedContinuation<Void, any Error>], asking: [CheckedContinuation<Bool, Never>],
    readers: [AsyncStream<CurrentDocument>.Continuation]
  ) {
    isClosed = true
    fetching?.cancel()
    timer?.task.cancel()
    timer = nil
    defer { (waiting, asking, readers) = ([:], [], [:]) }
    return (Array(waiting.values), asking, Array(readers.values))
  }
}

/// The document from which decisions are made, and its source.
package struct CurrentDocument: Equatable, Sendable {
  package var document: ExperimentDocument
  /// The source: `.network`, `.cache` or `.given`.
  package var source: DecisionSource

  package init(document: ExperimentDocument, source: DecisionSource) {
    self.document = document
    self.source = source
  }
}
