/// Who the events are about, kept across launches: what `identify` and `reset` change.
///
/// The file is written first, and says what the record of the device does not know yet. So whenever the process dies,
/// the next start finishes what was begun.
package final class IdentityStore: Sendable {
  /// `EVJIDN1\0`.
  package static let magic: UInt64 = 0x0031_4E44_494A_5645
  package static let slotSize = 16_384

  /// Makes a change: on the disk first, then for all who record.
  package typealias Commit = (_ next: Identity) -> Void

  /// Held while the disk is waited for.
  private let state: Locked<IdentityFile>
  /// The identity once it is stored, or could not be: what `track` reads, and waits for no disk to do so.
  private let known: Locked<Identity>
  private let observer = Locked<Closure<@Sendable (Identity, _ show: () -> Void) -> Void>?>(nil)
  private let keeper: DeviceIDKeeper?
  private let diagnostics: Diagnostics
  /// Whether the record fails, which was said then.
  ///
  /// Not in `state`: a keychain takes its time.
  private let keeping: Locked<Bool>

  var mutexesForFork: [ForkMutex] {
    [state.mutexForFork, known.mutexForFork, keeping.mutexForFork, observer.mutexForFork]
  }

  /// Opens the store, and makes an anonymous identifier the first time.
  ///
  /// With a file that cannot be opened or written the identity holds for this run alone; see `trouble`. Without `stores`
  /// it is kept in memory and nothing is touched, until `store`. `erasures`: how many there were of this installation; a
  /// record of the device that is older than them is not believed.
  package init(
    _ path: String, files: any FileSystem, randomness: any Randomness, stores: Bool = true,
    erasures: UInt64 = 0, keeper: DeviceIDKeeper? = nil, vault: Vault = .none,
    diagnostics: Diagnostics = Diagnostics { _ in }
  ) {
    self.keeper = keeper
    self.diagnostics = diagnostics
    var state = IdentityFile(
      Identity(anonymousID: Self.anonymousID(randomness)), path, files, vault)
    (state.isStored, state.erasures) = (stores, erasures)
    let found = stores ? Self.open(&state, keeper) : Finding()
    if !stores, keeper != nil, erasures > 0 { state.standing = .unkept }
    known = Locked(state.identity)
    self.state = Locked(state)
    keeping = Locked(found.isFailing)
    found.report(to: diagnostics, by: keeper)
    if !stores, erasures > 0 { forget() }
    if !found.isFailing { keep(adopting: true) }
  }

  /// Calls with each identity that holds from then on, under the lock under which it is changed; `show` makes it hold.
  package func observe(
    _ observer: @escaping @Sendable (Identity, _ show: () -> Void) -> Void
  ) {
    self.observer.withLock { $0 = Closure(observer) }
  }

  /// Who it is; while another thread changes that and waits for the disk, who it was.
  package var current: Identity { known.withLock { $0 } }

  /// Why the identity holds for this run alone; nil when it is stored.
  package var trouble: FileError? { state.withLock { $0.trouble } }

  /// Changes the identity.
  ///
  /// When it returns, the change survives the death of the process, unless there is `trouble`: then it holds for this
  /// run alone. It throws when trouble begins, and not again as long as it lasts.
  ///
  /// A change by a call that began before the last erasure is none.
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

  /// Makes a change as a part of something larger: `step` commits it in the middle of that, or not at all.
  ///
  /// False, and nothing was done, when another process has put another person in the place of this one: that one holds
  /// from now on. With `replacing` it does not matter who it was, and the observer is not called, since who replaces a
  /// person changes all the rest as well. Otherwise the same as above.
  package func update(
    asOf erasures: UInt64? = nil, replacing: Bool = false,
    step: (_ current: Identity, _ commit: Commit) -> Void
  ) throws(FileError) -> Bool {
    defer { keep() }
    return try state.withLock { (state) throws(FileError) -> Bool in
      let (isKnown, person) = (state.trouble != nil, state.identity.person)
      state.hold()
      defer { state.release() }
      // What is stored is the installation's; what stood in for it meanwhile was this run's.
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
      return true
    }
  }

  /// Hears of another person whom another process has put in the place of this one; who was there before, if so.
  ///
  /// Reads a file.
  package func look() -> Identity? {
    state.withLock { state in
      let before = state.identity
      guard state.look() else { return nil }
      show(state.identity)
      return before
    }
  }

  private func commit(
    _ next: Identity, _ state: inout IdentityFile, isObserved: Bool
  ) {
    defer { show(state.identity, isObserved: isObserved) }
    let before = state.identity.anonymousID
    state.identity = next
    guard state.isStored else { return }
    if keeper != nil, state.identity.anonymousID != before {
      (state.standing, state.mayKeep) = (.unkept, true)
    }
    state.store()
  }

  /// Tells the record of the device what it does not know yet.
  ///
  /// May take as long as a keychain does; nothing when there is nothing to tell.
  package func keep() { keep(adopting: false) }

  /// - Parameter adopting: Whether the one that another process kept a moment before may still become this run's.
  private func keep(adopting: Bool) {
    guard let keeper else { return }
    let error = keeping.withLock { isFailing -> DeviceIDRecordError? in
      let (id, standing, mayKeep) = state.withLock {
        ($0.identity.anonymousID, $0.standing, $0.mayKeep && $0.isStored)
      }
      guard mayKeep, adopting || standing != .kept else { return nil }
      do throws(DeviceIDRecordError) {
        settle(id, try keeper.keep(id, standing, adopting: adopting), adopting: adopting)
        isFailing = false
        return nil
      } catch {
        defer { isFailing = true }
        return isFailing ? nil : error
      }
    }
    // Outside the lock: whoever is told may call again.
    if let error { keeper.report(error, to: diagnostics) }
  }

  private func settle(_ id: String, _ kept: String, adopting: Bool) {
    state.withLock { state in
      guard state.identity.anonymousID == id, state.standing != .kept, adopting || kept == id
      else { return }
      state.identity.anonymousID = kept
      state.standing = .kept
      state.store()
      show(state.identity)
    }
  }

  /// Forgets who it was, the device's record too; the new identity is in memory alone until `store`.
  package func renew(_ randomness: any Randomness, erasures: UInt64) {
    let identity = Identity(anonymousID: Self.anonymousID(randomness))
    state.withLock { state in
      state = state.begunAnew(identity)
      (state.isStored, state.erasures) = (false, erasures)
      if keeper != nil { state.standing = .unkept }
      show(identity)
    }
    forget()
  }

  /// Erases the identifier from the record of the device.
  private func forget() {
    guard let keeper else { return }
    let error = keeping.withLock { isFailing -> DeviceIDRecordError? in
      do throws(DeviceIDRecordError) {
        try keeper.forget()
        return nil
      } catch {
        isFailing = true
        return error
      }
    }
    if let error { keeper.report(error, to: diagnostics) }
  }

  /// Keeps the identity from now on, or takes the one that another process or the device keeps, as a start does.
  ///
  /// `isAllowed` is asked under the lock under which it is forgotten, so that no denial comes in between.
  package func store(if isAllowed: () -> Bool = { true }) {
    let found = state.withLock { state -> Finding? in
      guard !state.isStored, isAllowed() else { return nil }
      state.isStored = true
      let found = Self.open(&state, keeper)
      // Where blocks are handed out before they are written, they hold what is about to be erased.
      state.sync()
      show(state.identity)
      return found
    }
    guard let found else { return }
    if found.error != nil { keeping.withLock { $0 = true } }
    found.report(to: diagnostics, by: keeper)
    if !found.isFailing { keep(adopting: true) }
  }

  /// From here on events bear the identity.
  private func show(_ identity: Identity, isObserved: Bool = true) {
    let show = { self.known.withLock { $0 = identity } }
    let observer = isObserved ? observer.withLock { $0 } : nil
    if let observer { observer.call(identity, show) } else { show() }
  }

  /// What was found out of the record of the device, to be said when no lock is held.
  private struct Finding: Sendable {
    var decision: DeviceIDDecision?
    var error: DeviceIDRecordError?
    var isFailing: Bool { error != nil }

    func report(to diagnostics: Diagnostics, by keeper: DeviceIDKeeper?) {
      if let decision, let keeper { keeper.report(decision, error, to: diagnostics) }
    }
  }

  private static func open(_ state: inout IdentityFile, _ keeper: DeviceIDKeeper?) -> Finding {
    state.hold()
    defer { state.release() }
    let found = state.open()
    guard let keeper else {
      if found == .missing { state.store() }
      return Finding()
    }
    // What the record holds was erased, or is older than that.
    if found == .missing, state.erasures > 0 || state.standing == .unkept {
      state.standing = .unkept
      state.store()
      return Finding()
    }
    return decide(&state, found, keeper)
  }

  private static func decide(
    _ state: inout IdentityFile, _ found: DeviceIDFinding.File, _ keeper: DeviceIDKeeper
  ) -> Finding {
    let (finding, error) = keeper.look(found)
    let decision = finding.decision(fresh: state.identity.anonymousID)
    state.identity.anonymousID = decision.id
    if decision.forgetsUser { state.identity.userID = nil }
    (state.standing, state.mayKeep) = (decision.standing, decision.isWritten)
    if found != .holds(decision.id, decision.standing) { state.store() }
    return Finding(decision: decision, error: error)
  }

  /// A UUID of version 4, in lower case.
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
  /// Somebody of whom nothing is known yet, behind a reset.
  package static func another(_ randomness: any Randomness) -> Identity {
    let id = IdentityStore.anonymousID(randomness)
    return Identity(anonymousID: id, person: XXH64.hash(Array(id.utf8), seed: 0) | 1)
  }
}
