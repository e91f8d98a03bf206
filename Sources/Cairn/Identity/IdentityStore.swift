/// The identity that events are about, kept across launches; `identify` and `reset` change it.
///
/// The file is written first, and notes what the device's record has not received yet. If the
/// process is killed at any point, the next launch completes the change.
package final class IdentityStore: Sendable {
  /// `EVJIDN1\0`.
  package static let magic: UInt64 = 0x0031_4E44_494A_5645
  package static let slotSize = 16_384

  /// Makes a change: stores it on disk, and then makes it visible to recording threads.
  package typealias Commit = (_ next: Identity) -> Void

  /// The stored identity; the lock is held during disk access.
  private let state: Locked<IdentityFile>
  /// The identity after it is stored or could not be stored; `track` reads it without waiting for
  /// the disk.
  private let known: Locked<Identity>
  private let observer = Locked<ClosureBox<@Sendable (Identity, _ show: () -> Void) -> Void>?>(nil)
  private let keeper: AnonymousIDStorage?
  /// Whether the user that another process sets is also this process's user at once.
  private let followsUser: Bool
  private let diagnostics: Diagnostics
  /// Whether writing the record fails, in which case the failure was logged.
  ///
  /// It is not a part of `state`, because access to a keychain takes long.
  private let keeping: Locked<Bool>

  var mutexesForFork: [ForkMutex] {
    [state.mutexForFork, known.mutexForFork, keeping.mutexForFork, observer.mutexForFork]
  }

  /// Opens the store, and creates an anonymous identifier the first time.
  ///
  /// If the file cannot be opened or written, the identity is valid for this launch only; see
  /// `trouble`. Without `stores` the identity is kept in memory and no file is touched until
  /// `store`. `erasures` is the number of erasures of this installation; a device record that is
  /// older than the last one is not used. `initial` has the identifiers to begin with the first
  /// time, unless there was an erasure. With `followsUser`, as in an app group, `look` also takes
  /// over another user of the same person.
  package init(
    _ path: String, files: any FileSystem, randomness: any Randomness, stores: Bool = true,
    erasures: UInt64 = 0, initial: InitialIdentity? = nil, keeper: AnonymousIDStorage? = nil,
    followsUser: Bool = false, encryption: RecordEncryption = .none,
    diagnostics: Diagnostics = Diagnostics { _ in }
  ) {
    self.keeper = keeper
    self.followsUser = followsUser
    self.diagnostics = diagnostics
    var state = IdentityFile(
      Identity(anonymousID: Self.anonymousID(randomness)), path, files, encryption)
    (state.isStored, state.erasures) = (stores, erasures)
    state.initial = erasures == 0 ? initial : nil
    let found = stores ? Self.open(&state, keeper) : Finding()
    if !stores, keeper != nil, erasures > 0 { state.status = .unkept }
    known = Locked(state.identity)
    self.state = Locked(state)
    keeping = Locked(found.isFailing)
    found.report(to: diagnostics, by: keeper)
    if !stores, erasures > 0 { forget() }
    if !found.isFailing { keep(adopting: true) }
  }

  /// Sets the closure that is called with each new identity, under the lock under which the
  /// identity is changed; its `show` argument makes the identity visible.
  package func observe(
    _ observer: @escaping @Sendable (Identity, _ show: () -> Void) -> Void
  ) {
    self.observer.withLock { $0 = ClosureBox(observer) }
  }

  /// The current identity; while another thread changes it and waits for the disk, the previous
  /// one.
  package var current: Identity { known.withLock { $0 } }

  /// Makes an event of the current identity, which is not copied.
  func event(_ make: (Identity) -> Event) -> (Event, EventPerson) {
    known.withLock { (make($0), EventPerson($0)) }
  }

  /// The error because of which the identity is valid for this launch only; nil when it is stored.
  package var trouble: FileError? { state.withLock { $0.trouble } }

  /// Changes the identity.
  ///
  /// When the call returns, the change survives the death of the process, unless `trouble` is set:
  /// then it is valid for this launch only. Throws when the trouble begins, and not again while it
  /// lasts.
  ///
  /// A change by a call that began before the last erasure has no effect.
  package func update(
    asOf erasures: UInt64? = nil, _ change: (inout Identity) -> Void
  ) throws(FileError) {
    var isDone = false
    while !isDone {
      isDone = try update(asOf: erasures) { (current, commit) in
        var next = current
        change(&next)
        commit(next)
      }
    }
  }

  /// Changes the identity as a part of a larger operation: `step` commits the change during that
  /// operation, or not at all.
  ///
  /// Returns false when another process has replaced the person, which then becomes the current
  /// one; `step` is called only if that happens during the call. With `replacing` the current
  /// person does not matter, and the observer is not called, since the caller replaces all other
  /// data of the person as well. Everything else is as in `update(asOf:_:)`.
  package func update(
    asOf erasures: UInt64? = nil, replacing: Bool = false,
    step: (_ current: Identity, _ commit: Commit) -> Void
  ) throws(FileError) -> Bool {
    defer { keep() }
    return try state.withLock { (state) throws(FileError) -> Bool in
      let (isKnown, person) = (state.trouble != nil, state.identity.person)
      state.hold()
      defer { state.release() }
      // A stored identity is the installation's, and replaces the temporary one of this launch.
      if state.isStored { _ = state.open() }
      if state.identity.person != person, !replacing {
        show(state.identity)
        return false
      }
      step(state.identity) { next in
        guard erasures ?? state.erasures == state.erasures else { return }
        commit(next, &state, isObserved: !replacing)
      }
      if !isKnown, state.isStored, let trouble = state.trouble { throw trouble }
      return replacing || state.identity.person == person
    }
  }

  /// Takes over what another process has set; returns the previous identity, or nil when the person
  /// is unchanged.
  ///
  /// Reads a file.
  package func look() -> Identity? {
    state.withLock { state in
      let before = state.identity
      guard state.look(followsUser: followsUser) else { return nil }
      show(state.identity)
      return state.identity.person == before.person ? nil : before
    }
  }

  private func commit(
    _ next: Identity, _ state: inout IdentityFile, isObserved: Bool
  ) {
    defer { show(state.identity, isObserved: isObserved) }
    let before = state.identity.anonymousID
    state.identity = next
    // The user was reset before the first identity was stored.
    if next.anonymousID != before { state.initial = nil }
    guard state.isStored else { return }
    if keeper != nil, state.identity.anonymousID != before {
      (state.status, state.mayKeep) = (.unkept, true)
    }
    state.store()
  }

  /// Writes pending changes of the identifier to the device's record.
  ///
  /// May take as long as a keychain access does. Does nothing when no change is pending.
  package func keep() { keep(adopting: false) }

  /// Writes the identifier to the device's record.
  ///
  /// - Parameter adopting: Whether this launch may still adopt the identifier that another process
  ///   wrote a moment before.
  private func keep(adopting: Bool) {
    guard let keeper else { return }
    let error = keeping.withLock { isFailing -> AnonymousIDRecordError? in
      let (id, status, mayKeep) = state.withLock {
        ($0.identity.anonymousID, $0.status, $0.mayKeep && $0.isStored)
      }
      guard mayKeep, adopting || status != .kept else { return nil }
      do throws(AnonymousIDRecordError) {
        settle(id, try keeper.keep(id, status, adopting: adopting), adopting: adopting)
        isFailing = false
        return nil
      } catch {
        defer { isFailing = true }
        return isFailing ? nil : error
      }
    }
    // The report is made outside the lock, because the log's handler may call the store.
    if let error { keeper.report(error, to: diagnostics) }
  }

  private func settle(_ id: String, _ kept: String, adopting: Bool) {
    state.withLock { state in
      guard state.identity.anonymousID == id, state.status != .kept, adopting || kept == id
      else { return }
      state.identity.anonymousID = kept
      state.status = .kept
      state.store()
      show(state.identity)
    }
  }

  /// Replaces the identity with a new one, also in the device's record; it is only in memory until
  /// `store`.
  package func renew(_ randomness: any Randomness, erasures: UInt64) {
    let identity = Identity(anonymousID: Self.anonymousID(randomness))
    state.withLock { state in
      state = state.begunAnew(identity)
      (state.isStored, state.erasures) = (false, erasures)
      if keeper != nil { state.status = .unkept }
      show(identity)
    }
    forget()
  }

  /// Erases the identifier from the device's record.
  private func forget() {
    guard let keeper else { return }
    let error = keeping.withLock { isFailing -> AnonymousIDRecordError? in
      do throws(AnonymousIDRecordError) {
        try keeper.forget()
        return nil
      } catch {
        isFailing = true
        return error
      }
    }
    if let error { keeper.report(error, to: diagnostics) }
  }

  /// Stores the identity from now on, or adopts the one that another process or the device's record
  /// holds, as a launch does.
  ///
  /// `isAllowed` is evaluated under the lock under which the identity is forgotten, so that consent
  /// cannot be denied in between.
  package func store(if isAllowed: () -> Bool = { true }) {
    let found = state.withLock { state -> Finding? in
      guard !state.isStored, isAllowed() else { return nil }
      state.isStored = true
      let found = Self.open(&state, keeper)
      // File systems that allocate blocks before they are written may keep data in them that is
      // about to be erased.
      state.sync()
      show(state.identity)
      return found
    }
    guard let found else { return }
    if found.error != nil { keeping.withLock { $0 = true } }
    found.report(to: diagnostics, by: keeper)
    if !found.isFailing { keep(adopting: true) }
  }

  /// Makes the identity visible, so that events recorded from here on carry it.
  private func show(_ identity: Identity, isObserved: Bool = true) {
    let show = { self.known.withLock { $0 = identity } }
    let observer = isObserved ? observer.withLock { $0 } : nil
    if let observer { observer.call(identity, show) } else { show() }
  }

  /// The decision about the device's record, which is logged after all locks are released.
  private struct Finding: Sendable {
    var decision: AnonymousIDResolution?
    var error: AnonymousIDRecordError?
    var isFailing: Bool { error != nil }

    func report(to diagnostics: Diagnostics, by keeper: AnonymousIDStorage?) {
      if let decision, let keeper { keeper.report(decision, error, to: diagnostics) }
    }
  }

  private static func open(_ state: inout IdentityFile, _ keeper: AnonymousIDStorage?) -> Finding {
    state.hold()
    defer { state.release() }
    let found = state.open()
    guard let keeper else {
      if found == .missing {
        state.begin()
        state.store()
      }
      return Finding()
    }
    // The identifier in the record was erased, or is older than the erasure.
    if found == .missing, state.erasures > 0 || state.status == .unkept {
      state.status = .unkept
      state.store()
      return Finding()
    }
    return decide(&state, found, keeper)
  }

  private static func decide(
    _ state: inout IdentityFile, _ found: AnonymousIDResolver.File, _ keeper: AnonymousIDStorage
  ) -> Finding {
    let (finding, error) = keeper.look(found)
    if finding.isFirst { state.begin() }
    let decision = finding.decision(fresh: state.identity.anonymousID)
    state.identity.anonymousID = decision.id
    if decision.forgetsUser { state.identity.userID = nil }
    (state.status, state.mayKeep) = (decision.status, decision.mayBeWritten)
    if found != .holds(decision.id, decision.status) { state.store() }
    return Finding(decision: decision, error: error)
  }

  /// Returns a new anonymous identifier: a UUID of version 4, in lower case.
  package static func anonymousID(_ randomness: any Randomness) -> String {
    let high = randomness.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = randomness.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    return EventID(high: high, low: low).description
  }

  package static func decode(_ bytes: UnsafeRawBufferPointer) -> Identity? {
    IdentityFile.decode(bytes)?.0
  }
}

extension Identity {
  /// Returns the identity of a new, unknown person, as used after a reset.
  package static func another(_ randomness: any Randomness) -> Identity {
    let id = IdentityStore.anonymousID(randomness)
    return Identity(anonymousID: id, person: XXH64.hash(Array(id.utf8), seed: 0) | 1)
  }
}
