/// What a keeper of documents is about, behind its lock.
struct KeeperState: Sendable {
  var schedule: RefreshSchedule
  /// The mark of the document of the source.
  var etag: String?
  var fetching: Task<Void, Never>?
  /// Whether the last answer was not in order, which was said then.
  var isUnavailable = false
  private(set) var isClosed = false
  /// Why there can be no document; known when what was kept is read.
  var problem: ExperimentsError?
  /// Whether what was kept is read, and what is to be said of it is said.
  private(set) var hasBegun = false
  /// What happened before that.
  var early: [RefreshSchedule.Input] = []
  /// Who waits for that.
  private var beginning: [CheckedContinuation<Void, Never>] = []
  /// Who waits for a document.
  var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
  /// Who waits for an answer.
  var asking: [CheckedContinuation<Bool, Never>] = []
  var readers: [Int: AsyncStream<CurrentDocument>.Continuation] = [:]
  /// Who gave up before the waiting began.
  private var cancelled: Set<Int> = []
  private var timer: (due: Int64, task: Task<Void, Never>)?
  private var lastNumber = 0

  init(schedule: RefreshSchedule, etag: String?) {
    self.schedule = schedule
    self.etag = etag
  }

  /// Who waited for it.
  mutating func begin() -> [CheckedContinuation<Void, Never>] {
    hasBegun = true
    defer { beginning = [] }
    return beginning
  }

  mutating func takeEarly() -> [RefreshSchedule.Input] {
    defer { early = [] }
    return early
  }

  /// False when there is nothing to wait for.
  mutating func waitForBeginning(_ begun: CheckedContinuation<Void, Never>) -> Bool {
    if hasBegun { return false }
    beginning.append(begun)
    return true
  }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// False when there is nothing to wait for.
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

  /// Nil when there will be nothing to read.
  mutating func add(_ reader: AsyncStream<CurrentDocument>.Continuation) -> Int? {
    guard !isClosed else { return nil }
    let number = nextNumber()
    readers[number] = reader
    return number
  }

  /// Sleeps until the schedule's next time, if that is another one than before.
  mutating func arm(_ sleep: (Int64) -> Task<Void, Never>) {
    guard timer?.due != schedule.wake else { return }
    timer?.task.cancel()
    timer = schedule.wake.map { ($0, sleep($0)) }
  }

  /// Who is to be told.
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
