/// What the user has said about being tracked, kept across launches and shared by the processes of a folder.
///
/// Safe to use from any thread. `pass` is asked with every event; the rest may wait for the disk.
package final class ConsentStore: Sendable {
  /// `EVJCNS1\0`.
  package static let magic: UInt64 = 0x0031_534E_434A_5645
  package static let slotSize = 16_384
  /// Milliseconds until a process that records has heard what another one was told.
  package static let lookInterval: Int64 = 1_000

  /// Milliseconds that a process which has the file is waited for.
  package static let patience = 100

  /// What an event needs in order to be recorded.
  package struct Pass: Sendable {
    /// What was captured under one number is not written under another.
    package var erasures: UInt64
    /// Why nothing is recorded; nil when it is.
    package var refusal: Refusal?
    /// When the file is to be looked at, by the continuous clock.
    package var lookAt: Int64
  }

  private struct State {
    var record = ConsentRecord()
    /// Which writing of the file that is.
    var generation: UInt64 = 0
    /// Why it is not known what was said before; then nothing is sent.
    var unknown: FileError?
    /// Whether that was so in this run, and nothing was done about it yet.
    var wasUnknown = false
    var isUnsaved = false
    var accepted: UInt64 = 0
    /// The same for those who deliver, who need a moment to let go of what they have.
    var acceptedByDelivery: UInt64 = 0
    /// The disk does not let go of what is to be erased.
    var isStuck = false
    /// Something is left of it; until it is gone nothing is sent.
    var isErasing = false
    var pass = Pass(erasures: 0, refusal: nil, lookAt: 0)
  }

  private let folder: String
  private let path: String
  private let files: any FileSystem
  package let standard: Consent
  private let diagnostics: Diagnostics
  private let state = Locked(State())
  /// One who writes at a time.
  private let writing = Locked(())
  private let listener = Locked<Closure<@Sendable () -> Void>?>(nil)

  var mutexesForFork: [ForkMutex] {
    [writing.mutexForFork, state.mutexForFork, listener.mutexForFork] + files.mutexesForFork
  }

  /// `folder` is the instance's; `standard` holds until the app has said something.
  package init(
    _ folder: String, files: any FileSystem, standard: Consent, diagnostics: Diagnostics
  ) {
    self.folder = folder
    path = folder + "/consent"
    self.files = files
    self.standard = standard
    self.diagnostics = diagnostics
    read()
    accept(record.erasures)
    acceptInDelivery()
  }

  package var record: ConsentRecord { state.withLock { $0.record } }

  /// The most that was agreed to: whether anything is recorded.
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

  /// Whether what belongs to a user may be on the disk: asked by whoever writes it, right before.
  package var mayStore: Bool {
    state.withLock { state in
      let isDenied = state.unknown == nil && state.record.most(otherwise: standard) == .denied
      return !isDenied && !state.isStuck
    }
  }

  /// Whether it is known what was said.
  package var isKnown: Bool { state.withLock { $0.unknown == nil } }

  /// Whether it was not known for a while; asked by who does what follows from that, once.
  package func takeUnknown() -> Bool {
    state.withLock { state in
      defer { state.wasUnknown = false }
      return state.wasUnknown
    }
  }

  @inline(__always)
  package func pass() -> Pass { state.withLock { $0.pass } }

  /// Whether a destination of these categories may be delivered to; none stands for what holds generally.
  package func permission(for categories: Set<ConsentCategory>) -> Permission {
    state.withLock { state in
      if let unknown = state.unknown { return .unknown("waits for consent: \(unknown)") }
      if state.isErasing || state.record.erasures > state.accepted {
        return .withheld("everything is being erased")
      }
      guard !categories.isEmpty else { return Permission(state.record.consent ?? standard, "") }
      let said = categories.map { category in
        let consent = state.record.consent(for: category, otherwise: standard)
        return (category, category.isStorable ? consent : .pending)
      }
      if said.contains(where: { $0.1 == .denied }) { return .denied }
      let open = said.filter { $0.1 == .pending }.map(\.0.rawValue).sorted()
      return Permission(open.isEmpty ? .granted : .pending, open.joined(separator: ", "))
    }
  }

  /// Called when another process has said something.
  package func listen(_ listener: @escaping @Sendable () -> Void) {
    self.listener.withLock { $0 = Closure(listener) }
  }

  /// From here on what was captured before this erasure is refused.
  package func accept(_ erasures: UInt64) { update { $0.accepted = erasures } }

  package var accepted: UInt64 { state.withLock { $0.accepted } }

  /// Whether what is to be erased is still where new events would go.
  package func setStuck(_ isStuck: Bool) { update { $0.isStuck = isStuck } }

  package var isStuck: Bool { state.withLock { $0.isStuck } }

  /// Whether anything is left of what is to be erased.
  package func setErasing(_ isErasing: Bool) { update { $0.isErasing = isErasing } }

  /// False when there is another erasure than this one, of which something may be left.
  package func endErasing(_ erasures: UInt64) -> Bool {
    update { if $0.accepted == erasures, !$0.isStuck { $0.isErasing = false } }
    return !isErasing
  }

  package var isErasing: Bool { state.withLock { $0.isErasing } }

  package func acceptInDelivery() { update { $0.acceptedByDelivery = $0.accepted } }

  /// Whether what this process knows, or those who deliver in it, is not erased: reads the file, and looks for the folders
  /// of erasures.
  package func isCurrent(inDelivery: Bool) -> Bool {
    guard let record = try? stored()?.record else { return true }
    let known = state.withLock { inDelivery ? $0.acceptedByDelivery : $0.accepted }
    guard record.erasures > known else { return true }
    // Whoever records next finds out.
    update { $0.pass.lookAt = .min }
    return false
  }

  /// Changes what was said.
  ///
  /// When it returns, the change survives a loss of power, or the file could not be written: then it holds for this run,
  /// that is reported, and it is tried again. `work` is done while no other process changes anything.
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
    // Outside the lock: whoever is told may say something of consent.
    guard let trouble else { return }
    diagnostics.report(
      .error, "consent.storage", "what was said of consent holds for this run alone: \(trouble)")
  }

  /// Says that what was to be erased is out of reach, when `work` has seen to that.
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

  /// What the file says, unless this process could not write what it was told; with all erasures that either knows of.
  private func latest(_ file: SlotFile?) -> ConsentRecord {
    let (own, isUnsaved) = state.withLock { ($0.record, $0.isUnsaved) }
    let stored = Self.decode(file?.slots ?? [])
    var latest = isUnsaved ? own : stored ?? own
    latest.erasures = max(own.erasures, stored?.erasures ?? 0)
    latest.erasuresSetAside = max(own.erasuresSetAside, stored?.erasuresSetAside ?? 0)
    return latest
  }

  /// Which writing of the file it was.
  private func write(_ record: ConsentRecord, to file: SlotFile) throws(FileError) -> UInt64 {
    try file.write(record.encoded())
    try file.sync()
    try syncFolders()
    return file.lastGeneration
  }

  /// Hears what other processes were told, and writes what could not be written.
  package func look(at moment: Moment) {
    update { $0.pass.lookAt = moment.continuous + Self.lookInterval }
    // A thread that records does not wait for who has the file: the next look tries again.
    if state.withLock({ $0.isUnsaved && $0.unknown == nil }) {
      change(waitingForMilliseconds: 0) { _ in }
    }
    let before = state.withLock { ($0.record, $0.unknown) }
    read()
    if state.withLock({ ($0.record, $0.unknown) }) != before { listener.withLock { $0 }?.call() }
  }

  private func read() {
    do throws(FileError) {
      let found = try stored()
      update { state in
        state.unknown = nil
        // Read before it was written by this process: what was said since holds.
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
        "what was said of consent cannot be read, nothing is sent: \(error)"
      )
    }
  }

  /// The record in the file, with every erasure whose folder is there: another process may have begun it and not been able
  /// to write that down, because somebody else had the file.
  private func stored() throws(FileError) -> (record: ConsentRecord, generation: UInt64)? {
    let setAside = ErasedFolder.last(in: folder, files)
    let said = try said()
    guard let setAside, setAside > said?.record.erasures ?? 0 else { return said }
    var (record, generation) = said ?? (ConsentRecord(), 0)
    record.erasures = setAside
    return (record, generation)
  }

  /// Nil when nothing was ever said.
  private func said() throws(FileError) -> (record: ConsentRecord, generation: UInt64)? {
    let slots: [SlotFile.Slot]
    do throws(FileError) {
      slots = try SlotFile.slots(at: path, magic: Self.magic, slotSize: Self.slotSize, files: files)
    } catch {
      if StorageProblem(error) == .vanished { return nil }
      throw error
    }
    for slot in slots {
      if let record = ConsentRecord(slot.content) { return (record, slot.generation) }
    }
    // A kill between the file and the first word: nobody was told that it was heard.
    if try isBlank() { return nil }
    throw FileError(call: "decode", path: path, code: FileError.inputOutput)
  }

  private func isBlank() throws(FileError) -> Bool {
    let bytes = try OpenFile(path, .read, in: files).read(2 * Self.slotSize, at: 0)
    return bytes.allSatisfy { $0 == 0 }
  }

  package static func decode(_ slots: [SlotFile.Slot]) -> ConsentRecord? {
    slots.lazy.compactMap { ConsentRecord($0.content) }.first
  }

  /// Another process has it for as long as one sync takes.
  private func openToWrite(_ patience: Int) throws(FileError) -> SlotFile {
    try files.makeDirectory(folder)
    for attempt in 0...patience {
      if attempt > 0 { Pause.milliseconds(1) }
      let file = try SlotFile.locked(
        path, magic: Self.magic, slotSize: Self.slotSize, files: files)
      guard let file else { continue }
      // A new one holds nothing else when the first word is in it, also after a loss of power.
      if file.slots.isEmpty { try file.sync() }
      return file
    }
    throw FileError(call: "lock", path: path, code: FileError.busy)
  }

  /// The file's name, and that of the folder: both may have been made a moment ago.
  private func syncFolders() throws(FileError) {
    try files.syncDirectory(folder)
    // That one may be somebody else's.
    if let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
      try? files.syncDirectory(String(folder[..<slash]))
    }
  }

  /// Without a generation it could not be written.
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
      state.pass.erasures = state.accepted
      state.pass.refusal = refusal(state)
    }
  }

  private func refusal(_ state: borrowing State) -> Refusal? {
    if !state.record.isTracking { return .trackingDisabled }
    if state.unknown == nil, state.record.most(otherwise: standard) == .denied {
      return .consentDenied
    }
    return state.isStuck ? .erased : nil
  }
}

extension Permission {
  fileprivate init(_ consent: Consent, _ categories: String) {
    switch consent {
    case .granted: self = .granted
    case .pending:
      self = .withheld("waits for consent" + (categories.isEmpty ? "" : ": \(categories)"))
    case .denied: self = .denied
    }
  }
}
