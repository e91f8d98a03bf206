package import Cairn
import Dispatch

/// Keeps the current document: first that of the last launch, then those of its source.
///
/// An invalid response never replaces a document. Requests contain no user data and are therefore
/// sent regardless of consent and tracking, like requests for remote settings. It may be used from
/// any thread. It ends with the analytics instance, or when it is deallocated.
package final class DocumentKeeper: Sendable {
  private static let longestRequest: Milliseconds = .minutes(1)

  let source: (any ExperimentSource)?
  let clock: any Clock
  let state: Locked<DocumentKeeperState>
  private let randomness: any Randomness
  private let diagnostics: Diagnostics
  private let start: InitialDocuments
  private let cache: DocumentCache?
  private let snapshot = Locked<Snapshot>(.unread)
  /// Held while the stored document is read; whether that is done.
  private let reading = Locked(false)
  /// Called after each valid response, also one that the document is unchanged.
  private let fetched = Locked<ClosureBox<@Sendable () -> Void>?>(nil)
  /// Ends the registration with the engine.
  private let leave = Locked<ClosureBox<@Sendable () -> Void>?>(nil)

  private enum Snapshot: Sendable {
    case unread
    case read(CurrentDocument?)
  }

  /// Makes a keeper, which uses the stored or else the given document, and requests one from the
  /// source.
  ///
  /// It does not wait for any of this. A caller that needs the document before it is read waits for
  /// it or reads it itself.
  ///
  /// - Parameters:
  ///   - source: The source of newer documents; nil for none.
  ///   - given: A JSON document that is used until there is a stored one or one from the source.
  ///   - refreshInterval: The seconds between requests, unless the source specifies them.
  ///   - maximumBytes: The maximum size of a document.
  ///   - engine: The engine whose services it uses and with which it ends; with nil nothing is
  ///     stored.
  ///   - reader: Receives every document that replaces another one, from the first on. A stream
  ///     from a later call of ``updates()`` may miss the first.
  ///   - begun: Called with the initial document before it is available to others; must not call
  ///     the keeper.
  package init(
    source: (any ExperimentSource)?, given: [UInt8]? = nil, refreshInterval: Double = 300,
    maximumBytes: Int = ExperimentsConfiguration.standardDocumentBytes, engine: Engine?,
    reader: AsyncStream<CurrentDocument>.Continuation? = nil,
    begun: @escaping @Sendable (CurrentDocument?) -> Void = { _ in }
  ) {
    clock = engine?.clock ?? SystemClock()
    randomness = engine?.randomness ?? SystemRandomness()
    diagnostics = engine?.diagnostics ?? Diagnostics { _ in }
    let lines = DeferredDiagnostics()
    cache = Self.cache(source, engine, lines)
    start = InitialDocuments(
      source: source, given: given, maximumBytes: maximumBytes, lines: lines, begun: begun)
    self.source = source?.problem == nil ? source : nil
    let seconds = min(max(1, source?.refreshInterval ?? refreshInterval), 86_400)
    let schedule = RefreshSchedule(
      interval: Milliseconds(seconds: seconds), hasDocument: false, at: clock.now().continuous)
    var state = DocumentKeeperState(schedule: schedule, etag: nil)
    if let reader { _ = state.add(reader) }
    self.state = Locked(state)
    let place = engine?.accompany(
      handle: { [weak self] in self?.handle($0) }, stop: { [weak self] in self?.close() })
    if let place { leave.withLock { $0 = ClosureBox { [weak engine] in engine?.leave(place) } } }
    // A dispatch queue is used, because callers that wait for the document may block all threads of
    // tasks.
    DispatchQueue.global(qos: .userInitiated).async { [weak self] in self?.begin() }
  }

  deinit { end() }

  /// Ends the keeper, even while the stored document is still being read.
  func end() {
    let leave = leave.withLock { leave in
      defer { leave = nil }
      return leave
    }
    leave?.call()
    close()
  }

  /// The current document; nil while there is none.
  package var current: CurrentDocument? {
    if case .read(let current) = snapshot.withLock({ $0 }) { return current }
    begin()
    if case .read(let current) = snapshot.withLock({ $0 }) { return current }
    return nil
  }

  /// Waits until there is a document, without a time limit.
  ///
  /// - Throws: ``ExperimentsError`` when there is no document and no source that could provide one,
  ///   because its key is empty or because the given document is empty or invalid.
  ///   `CancellationError` when the task is cancelled or the analytics instance is closed.
  package func ready() async throws {
    await untilBegun()
    if current != nil { return }
    if source == nil, let problem = state.withLock({ $0.problem }) { throw problem }
    let id = state.withLock { $0.nextNumber() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait(id, $0) }
    } onCancel: {
      state.withLock { $0.cancel(id) }?.resume(throwing: CancellationError())
    }
  }

  /// Requests the document now; returns whether the response was valid.
  ///
  /// If a request is in progress, its response is awaited instead.
  package func refresh() async -> Bool {
    await untilBegun()
    return await withCheckedContinuation { answer in
      let isAsking = state.withLock { state in
        guard source != nil, !state.isClosed else { return false }
        state.asking.append(answer)
        advance(.asked, &state)
        return true
      }
      if !isAsking { answer.resume(returning: false) }
    }
  }

  /// Waits for the response of a request in progress, if any, without sending a request.
  package func settled() async {
    await untilBegun()
    _ = await withCheckedContinuation { (answer: CheckedContinuation<Bool, Never>) in
      let isAsking = state.withLock { state in
        guard !state.isClosed, state.schedule.isFetching else { return false }
        state.asking.append(answer)
        return true
      }
      if !isAsking { answer.resume(returning: false) }
    }
  }

  /// Returns a stream of every document that replaces another one from now on; a slow reader gets
  /// only the last.
  package func updates() -> AsyncStream<CurrentDocument> {
    let (stream, reader) = AsyncStream.makeStream(
      of: CurrentDocument.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { $0.add(reader) }
    guard let id else {
      reader.finish()
      return stream
    }
    reader.onTermination = { [weak self] _ in self?.state.withLock { $0.readers[id] = nil } }
    return stream
  }

  /// Sets the closure that is called after each valid response.
  func whenFetched(_ body: @escaping @Sendable () -> Void) {
    fetched.withLock { $0 = ClosureBox(body) }
  }

  /// Handles a signal of the device or the process.
  package func handle(_ signal: HostSignal) { advance(.signal(signal)) }

  /// Stops requests and resumes all waiting callers.
  package func close() {
    let left = state.withLock { $0.close() }
    for wait in left.waiting { wait.resume(throwing: CancellationError()) }
    for answer in left.asking { answer.resume(returning: false) }
    for reader in left.readers { reader.finish() }
  }

  private func wait(_ id: Int, _ ready: CheckedContinuation<Void, any Error>) {
    let verdict = state.withLock { state -> Result<Void, any Error>? in
      // A document is set before waiting callers are resumed, so it is checked again under the
      // lock.
      if current != nil { return .success(()) }
      return state.wait(id, ready) ? nil : .failure(CancellationError())
    }
    if let verdict { ready.resume(with: verdict) }
  }
}

/// The initialization.
extension DocumentKeeper {
  /// Reads the stored or given document, unless that is done.
  ///
  /// Messages are logged after the locks are released, because the log's handler may ask for the
  /// document.
  private func begin() {
    let isMine = reading.withLock { isDone in
      if isDone { return false }
      read()
      isDone = true
      return true
    }
    guard isMine else { return }
    start.lines.release(to: diagnostics)
    if let problem = state.withLock({ $0.problem }) {
      report(.error, "experiments.configuration", problem.description)
    }
    let beginning = state.withLock { state in
      let beginning = state.begin()
      for input in state.takeEarly() { advance(input, &state) }
      advance(.time, &state)
      return beginning
    }
    for begun in beginning { begun.resume() }
  }

  private func read() {
    let (document, problem) = start.document()
    let kept = source == nil ? nil : start.load(cache)
    let current = kept?.current ?? document
    state.withLock { state in
      state.problem = problem
      state.etag = kept?.etag
      if current != nil { state.schedule.hasDocument = true }
    }
    start.begun(current)
    snapshot.withLock { $0 = .read(current) }
  }

  /// Returns when the stored document is read and its messages are logged.
  private func untilBegun() async {
    await withCheckedContinuation { begun in
      if !state.withLock({ $0.waitForBeginning(begun) }) { begun.resume() }
    }
  }
}

extension DocumentKeeper {
  private func advance(_ input: RefreshSchedule.Input) {
    state.withLock { advance(input, &$0) }
  }

  /// Passes an input to the schedule and sends a request if one is due.
  private func advance(_ input: RefreshSchedule.Input, _ state: inout DocumentKeeperState) {
    guard source != nil, !state.isClosed else { return }
    guard state.hasBegun else { return state.early.append(input) }
    if state.schedule.handle(input, at: clock.now().continuous) {
      state.fetching = Task.detached(priority: .utility) { [weak self] in await self?.fetch() }
    }
    state.arm { due in
      Task.detached(priority: .utility) { [weak self, clock] in
        guard (try? await clock.sleep(untilContinuous: due)) != nil else { return }
        self?.advance(.time)
      }
    }
  }

  private func fetch() async {
    guard let source else { return }
    // If the stored document was erased, the whole document is requested, so that it is stored
    // again.
    let etag = cache?.isThere == false ? nil : state.withLock { $0.etag }
    let result = await clock.limit(Self.longestRequest) {
      () -> Result<FetchedDocument, any Error> in
      do { return .success(try await source.fetch(etag: etag)) } catch { return .failure(error) }
    }
    // If the keeper was closed in the meantime, the missing response is not a failure.
    guard !state.withLock({ $0.isClosed }) else { return }
    do {
      guard let result else { throw ExperimentSourceError("no response within a minute") }
      try take(result.get(), etag)
      finish(.fetched)
    } catch {
      fail(error)
    }
  }

  private func take(_ fetched: FetchedDocument, _ etag: String?) throws {
    switch fetched {
    case .unchanged:
      guard etag != nil else { throw ExperimentSourceError("unchanged, but there is no document") }
      snapshot.withLock { snapshot in
        guard case .read(var current?) = snapshot else { return }
        current.source = .network
        snapshot = .read(current)
      }
    case .document(let bytes, let etag):
      guard bytes.count <= start.maximumBytes else {
        throw ExperimentSourceError("the document has \(bytes.count) bytes")
      }
      let new = try CurrentDocument(document: ExperimentDocument(json: bytes), source: .network)
      cache?.store(DocumentCache.Copy(document: bytes, etag: etag))
      start.lines.release(to: diagnostics)
      state.withLock { $0.etag = etag }
      put(new)
    }
  }

  private func put(_ new: CurrentDocument) {
    let old = snapshot.withLock { snapshot -> CurrentDocument? in
      defer { snapshot = .read(new) }
      if case .read(let current) = snapshot { return current }
      return nil
    }
    guard old?.document != new.document else { return }
    report(
      .debug, "experiments.document",
      "a new document is in effect: \(new.document.experiences.count) experiences")
    let (waiting, readers) = state.withLock { state in
      defer { state.waiting = [:] }
      return (Array(state.waiting.values), Array(state.readers.values))
    }
    for wait in waiting { wait.resume() }
    for reader in readers { reader.yield(new) }
  }

  private func fail(_ error: any Error) {
    let isNew = state.withLock { state in
      defer { state.isUnavailable = true }
      return !state.isUnavailable
    }
    if isNew {
      report(
        .notice, "experiments.unavailable",
        "no document could be fetched, and the last valid one stays: \(error)")
    }
    let seconds = (error as? ExperimentSourceError)?.retryAfter.map { min(max(0, $0), 86_400) }
    finish(
      .failed(retryAfter: seconds.map { Milliseconds(seconds: $0) }, random: randomness.next()))
  }

  private func finish(_ input: RefreshSchedule.Input) {
    // A caller that waits for the end of the request also waits for this.
    if input == .fetched { fetched.withLock { $0 }?.call() }
    let asking = state.withLock { state in
      if input == .fetched { state.isUnavailable = false }
      // A refresh that is requested after this starts another request.
      advance(input, &state)
      defer { state.asking = [] }
      return state.asking
    }
    for answer in asking { answer.resume(returning: input == .fetched) }
  }

  private func report(_ level: Diagnostic.Level, _ code: String, _ message: String) {
    diagnostics.report(level, code, message)
  }

  private static func cache(
    _ source: (any ExperimentSource)?, _ engine: Engine?, _ lines: DeferredDiagnostics
  ) -> DocumentCache? {
    guard let source, let engine else { return nil }
    let (path, files, _) = engine.file(named: "experiments")
    return DocumentCache(
      path, source: source.name, files: files, randomness: engine.randomness,
      diagnostics: lines.diagnostics)
  }
}
