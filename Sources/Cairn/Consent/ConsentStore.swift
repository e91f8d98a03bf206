/// The user's consent, kept across launches and shared by the processes that use a folder.
///
/// It can be used from any thread. `pass` is called for every event; the other members may wait for
/// the disk.
package final class ConsentStore: Sendable {
  /// The magic number `EVJCNS1\0`.
  package static let magic: UInt64 = 0x0031_534E_434A_5645
  package static let slotSize = 16_384
  /// The time after which a recording process reads changes that other processes made.
  package static let lookInterval: Milliseconds = .seconds(1)

  /// The milliseconds to wait for a process that holds the file's lock.
  package static let patience = 100

  /// The conditions for recording an event.
  package struct Pass: Sendable {
    /// The number of erasures; an event that was captured under one number is not written under
    /// another.
    package var erasures: UInt64
    /// The reason why nothing is recorded; nil when events are recorded.
    package var refusal: RecordingFailure?
    /// The continuous-clock time at which the file is to be read again.
    package var lookAt: MonotonicTime
  }

  private struct State {
    var record = ConsentRecord()
    /// The generation of the file from which the record was read or to which it was written.
    var generation: UInt64 = 0
    /// The error because of which the stored consent is unknown; nothing is sent then.
    var unknown: FileError?
    /// Whether the stored consent was unknown in this launch and the consequences are not handled
    /// yet.
    var wasUnknown = false
    var isUnsaved = false
    var erasure = ErasureMachine(accepted: 0)
    var pass = Pass(erasures: 0, refusal: nil, lookAt: 0)
  }

  private let folder: String
  private let path: String
  private let files: any FileSystem
  package let standard: Consent
  private let diagnostics: Diagnostics
  private let state = Locked(State())
  /// Serializes writers.
  private let writing = Locked(())
  private let listener = Locked<ClosureBox<@Sendable () -> Void>?>(nil)

  var mutexesForFork: [ForkMutex] {
    [writing.mutexForFork, state.mutexForFork, listener.mutexForFork] + files.mutexesForFork
  }

  /// Opens the store; `folder` is the instance's folder, and `standard` applies until the app has
  /// set a consent.
  package init(
    _ folder: String, files: any FileSystem, standard: Consent, diagnostics: Diagnostics
  ) {
    self.folder = folder
    path = folder + "/consent"
    self.files = files
    self.standard = standard
    self.diagnostics = diagnostics
    read()
    update { $0.erasure = ErasureMachine(accepted: $0.record.erasures) }
  }

  package var record: ConsentRecord { state.withLock { $0.record } }

  /// The most permissive consent, which determines whether anything is recorded.
  package var most: Consent {
    state.withLock { $0.unknown == nil ? $0.record.most(otherwise: standard) : .pending }
  }

  package func consent(for category: ConsentCategory? = nil) -> Consent {
    state.withLock { state in
      if state.unknown != nil { return .pending }
      guard let category else { return state.record.consent ?? standard }
      guard category.isStorable else { return .pending }
      return state.record.consent(for: category, otherwise: standard)
    }
  }

  /// Whether a user's data may be stored on disk; a writer checks it immediately before writing.
  package var mayStore: Bool {
    state.withLock { state in
      let isDenied = state.unknown == nil && state.record.most(otherwise: standard) == .denied
      return !isDenied && !state.erasure.isStuck
    }
  }

  /// Whether the stored consent is known.
  package var isKnown: Bool { state.withLock { $0.unknown == nil } }

  /// Returns whether the stored consent was unknown for a while, and resets that state.
  package func takeUnknown() -> Bool {
    state.withLock { state in
      defer { state.wasUnknown = false }
      return state.wasUnknown
    }
  }

  @inline(__always)
  package func pass() -> Pass { state.withLock { $0.pass } }

  /// Returns whether delivery to a destination with these categories is allowed; without
  /// categories, the general consent decides.
  package func permission(for categories: Set<ConsentCategory>) -> DeliveryPermission {
    state.withLock { state in
      if let unknown = state.unknown { return .unknown("waits for consent: \(unknown)") }
      if state.erasure.isErasing || state.record.erasures > state.erasure.accepted {
        return .withheld("everything is being erased")
      }
      guard !categories.isEmpty else {
        return DeliveryPermission(state.record.consent ?? standard, "")
      }
      let said = categories.map { category in
        let consent = state.record.consent(for: category, otherwise: standard)
        return (category, category.isStorable ? consent : .pending)
      }
      if said.contains(where: { $0.1 == .denied }) { return .denied }
      let open = said.filter { $0.1 == .pending }.map(\.0.rawValue).sorted()
      return DeliveryPermission(open.isEmpty ? .granted : .pending, open.joined(separator: ", "))
    }
  }

  /// Sets the closure that is called when another process has changed the consent.
  package func listen(_ listener: @escaping @Sendable () -> Void) {
    self.listener.withLock { $0 = ClosureBox(listener) }
  }

  /// Tells how far an erasure is.
  package func advanceErasure(_ input: ErasureMachine.Input) { update { $0.erasure.handle(input) } }

  package var erasure: ErasureMachine { state.withLock { $0.erasure } }

  /// Returns whether no erasure has made the state of this process, or of its delivery, obsolete;
  /// reads the file and lists the folders of erasures.
  package func isCurrent(inDelivery: Bool) -> Bool {
    guard let record = try? stored()?.record else { return true }
    let erasure = self.erasure
    let known = inDelivery ? erasure.acceptedByDelivery : erasure.accepted
    guard record.erasures > known else { return true }
    // Makes the next recording call read the file.
    update { $0.pass.lookAt = .min }
    return false
  }

  /// Changes the consent.
  ///
  /// When the call returns, the change survives a loss of power, unless the file could not be
  /// written. In that case the change is valid for this launch, the failure is logged, and the
  /// write is retried. `work` runs while no other process changes anything.
  package func change(
    waitingForMilliseconds patience: Int = patience, _ change: (inout ConsentRecord) -> Void,
    then work: (ConsentRecord) -> Void = { _ in }
  ) {
    let trouble = writing.withLock { _ -> FileError? in
      let file = Result { () throws(FileError) in try openToWrite(patience) }
      var next = latest(try? file.get())
      change(&next)
      var trouble: FileError?
      do throws(FileError) {
        set(next, generation: try write(next, to: file.get()))
      } catch {
        set(next, generation: nil)
        trouble = error
      }
      work(next)
      return trouble
    }
    // The report is made outside the lock, because the log's handler may change the consent.
    guard let trouble else { return }
    diagnostics.report(
      .error, "consent.storage", "the consent decision applies to this launch only: \(trouble)")
  }

  /// Records that the data to be erased is inaccessible, after `work` has made it so.
  package func finish(
    _ work: (ConsentRecord) throws(FileError) -> Void
  ) throws(FileError) {
    try writing.withLock { (_) throws(FileError) in
      let file = try openToWrite(Self.patience)
      var next = latest(file)
      try work(next)
      next.erasuresSetAside = next.erasures
      set(next, generation: try write(next, to: file))
    }
  }

  /// Returns the file's record, or that of this process if it could not be written, with all
  /// erasures that either contains.
  private func latest(_ file: DoubleSlotFile?) -> ConsentRecord {
    let (own, isUnsaved) = state.withLock { ($0.record, $0.isUnsaved) }
    let stored = Self.decode(file?.slots ?? [])
    var latest = isUnsaved ? own : stored ?? own
    latest.erasures = max(own.erasures, stored?.erasures ?? 0)
    latest.erasuresSetAside = max(own.erasuresSetAside, stored?.erasuresSetAside ?? 0)
    return latest
  }

  /// Writes and syncs the record, and returns the generation of the write.
  private func write(_ record: ConsentRecord, to file: DoubleSlotFile) throws(FileError) -> UInt64 {
    try file.write(record.encoded())
    try file.sync()
    try syncFolders()
    return file.lastGeneration
  }

  /// Reads changes of other processes, and retries a write that failed.
  package func look(at moment: Moment) {
    update { $0.pass.lookAt = moment.continuous + Self.lookInterval }
    // Taken first: the retry below adopts an erasure of another process, of which the listener has
    // to know.
    let before = state.withLock { ($0.record, $0.unknown) }
    // A recording thread does not wait for a process that holds the lock; the next look tries
    // again.
    if state.withLock({ $0.isUnsaved && $0.unknown == nil }) {
      change(waitingForMilliseconds: 0) { _ in }
    }
    read()
    if state.withLock({ ($0.record, $0.unknown) }) != before { listener.withLock { $0 }?.call() }
  }

  private func read() {
    do throws(FileError) {
      let found = try stored()
      update { state in
        state.unknown = nil
        // A record that was read before this process wrote the file is outdated.
        guard !state.isUnsaved, let found, found.generation >= state.generation else { return }
        (state.record, state.generation) = found
      }
    } catch {
      let isNew = state.withLock { state in
        defer { (state.unknown, state.wasUnknown) = (error, true) }
        return state.unknown == nil
      }
      update { _ in }
      guard isNew else { return }
      diagnostics.report(
        .error, "consent.storage",
        "the consent decision cannot be read, and nothing is sent: \(error)"
      )
    }
  }

  /// Returns the record in the file, with every erasure whose folder exists.
  ///
  /// Another process may have begun an erasure without being able to write it down, because the
  /// file was locked.
  private func stored() throws(FileError) -> (record: ConsentRecord, generation: UInt64)? {
    let setAside = ErasedFolder.last(in: folder, files)
    let said = try readRecord()
    guard let setAside, setAside > said?.record.erasures ?? 0 else { return said }
    var (record, generation) = said ?? (ConsentRecord(), 0)
    record.erasures = setAside
    return (record, generation)
  }

  /// Returns the record in the file; nil when none was ever written.
  private func readRecord() throws(FileError) -> (record: ConsentRecord, generation: UInt64)? {
    let slots: [DoubleSlotFile.Slot]
    do throws(FileError) {
      slots = try DoubleSlotFile.slots(
        at: path, magic: Self.magic, slotSize: Self.slotSize, files: files)
    } catch {
      if StorageProblem(error) == .vanished { return nil }
      throw error
    }
    for slot in slots {
      if let record = ConsentRecord(slot.content) { return (record, slot.generation) }
    }
    // A process was killed between making the file and its first write, which no call has
    // confirmed.
    if try isBlank() { return nil }
    throw FileError(call: "decode", path: path, code: FileError.inputOutput)
  }

  private func isBlank() throws(FileError) -> Bool {
    let bytes = try OpenFile(path, .read, in: files).read(2 * Self.slotSize, at: 0)
    return bytes.allSatisfy { $0 == 0 }
  }

  package static func decode(_ slots: [DoubleSlotFile.Slot]) -> ConsentRecord? {
    slots.lazy.compactMap { ConsentRecord($0.content) }.first
  }

  /// Opens the file under its lock; another process holds the lock for the time of one sync.
  private func openToWrite(_ patience: Int) throws(FileError) -> DoubleSlotFile {
    try files.makeDirectory(folder)
    for attempt in 0...patience {
      if attempt > 0 { BlockingSleep.milliseconds(1) }
      let file = try DoubleSlotFile.locked(
        path, magic: Self.magic, slotSize: Self.slotSize, files: files)
      guard let file else { continue }
      // Syncs the zeros of a new file, so that it contains nothing else beside the first record,
      // even after a loss of power.
      if file.slots.isEmpty { try file.sync() }
      return file
    }
    throw FileError(call: "lock", path: path, code: FileError.busy)
  }

  /// Syncs the names of the file and of its folder; both may be new.
  private func syncFolders() throws(FileError) {
    try files.syncDirectory(folder)
    // The parent folder may belong to another owner, so an error is ignored.
    if let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
      try? files.syncDirectory(String(folder[..<slash]))
    }
  }

  /// Sets the record; without a generation the record could not be written.
  private func set(_ record: ConsentRecord, generation: UInt64?) {
    update { state in
      state.record = record
      state.generation = generation ?? state.generation
      state.isUnsaved = generation == nil
      state.unknown = nil
    }
  }

  private func update(_ change: @Sendable (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      state.pass.erasures = state.erasure.accepted
      state.pass.refusal = refusal(state)
    }
  }

  private func refusal(_ state: borrowing State) -> RecordingFailure? {
    if !state.record.isTracking { return .trackingDisabled }
    if state.unknown == nil, state.record.most(otherwise: standard) == .denied {
      return .consentDenied
    }
    return state.erasure.isStuck ? .erased : nil
  }
}

extension DeliveryPermission {
  fileprivate init(_ consent: Consent, _ categories: String) {
    switch consent {
    case .granted: self = .granted
    case .pending:
      self = .withheld("waits for consent" + (categories.isEmpty ? "" : ": \(categories)"))
    case .denied: self = .denied
    }
  }
}
