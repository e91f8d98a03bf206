/// Who the events are about, kept across launches: what `identify` and `reset` change.
///
/// The file is written first, and says what the record of the device does not know yet. So whenever the process dies,
/// the next start finishes what was begun.
package final class IdentityStore: Sendable {
  /// `EVJIDN1\0`.
  package static let magic: UInt64 = 0x0031_4E44_494A_5645
  package static let slotSize = 16_384

  private let path: String
  private let files: any FileSystem
  /// Held while the disk is waited for.
  private let state: Locked<IdentityFile>
  /// The identity once it is stored, or could not be: what `track` reads, and waits for no disk to do so.
  private let known: Locked<Identity>
  private let keeper: DeviceIDKeeper?
  private let vault: Vault
  private let diagnostics: Diagnostics
  /// Whether the record fails, which was said then.
  ///
  /// Not in `state`: a keychain takes its time.
  private let keeping: Locked<Bool>

  var mutexesForFork: [ForkMutex] {
    [state.mutexForFork, known.mutexForFork, keeping.mutexForFork]
  }

  /// Opens the store, and makes an anonymous identifier the first time.
  ///
  /// With a file that cannot be opened or written the identity holds for this run alone; see `trouble`. Without `stores`
  /// it is kept in memory and nothing is touched, until `store`.
  package init(
    _ path: String, files: any FileSystem, randomness: any Randomness, stores: Bool = true,
    erasures: UInt64 = 0, keeper: DeviceIDKeeper? = nil, vault: Vault = .none,
    diagnostics: Diagnostics = Diagnostics { _ in }
  ) {
    self.path = path
    self.files = files
    self.keeper = keeper
    self.vault = vault
    self.diagnostics = diagnostics
    var state = IdentityFile(Identity(anonymousID: Self.anonymousID(randomness)), vault)
    (state.isStored, state.erasures) = (stores, erasures)
    let isFailing = stores && Self.open(&state, path, files, keeper, diagnostics)
    known = Locked(state.identity)
    self.state = Locked(state)
    keeping = Locked(isFailing)
    if !isFailing { keep(adopting: true) }
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
    asOf erasures: UInt64? = nil, _ change: @Sendable (inout Identity) -> Void
  ) throws(FileError) {
    defer { keep() }
    try state.withLock { (state) throws(FileError) in
      defer { show(state.identity) }
      guard erasures ?? state.erasures == state.erasures else { return }
      guard state.isStored else { return change(&state.identity) }
      let isKnown = state.trouble != nil
      // What is stored is the installation's; what stood in for it meanwhile was this run's.
      _ = state.open(path, files)
      let before = state.identity.anonymousID
      change(&state.identity)
      if keeper != nil, state.identity.anonymousID != before {
        (state.standing, state.mayKeep) = (.unkept, true)
      }
      state.store()
      if !isKnown, let trouble = state.trouble { throw trouble }
    }
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
        settle(id, try keeper.keep(id, standing), adopting: adopting)
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
    var fresh = IdentityFile(Identity(anonymousID: Self.anonymousID(randomness)), vault)
    (fresh.isStored, fresh.erasures) = (false, erasures)
    if keeper != nil { fresh.standing = .unkept }
    state.withLock { [fresh] state in
      state = fresh
      show(fresh.identity)
    }
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

  /// Keeps the identity from now on, or takes the one that another process keeps.
  package func store() {
    let isFirst = state.withLock { state in
      guard !state.isStored else { return false }
      state.isStored = true
      if state.open(path, files) == .missing { state.store() }
      // Where blocks are handed out before they are written, they hold what is about to be erased.
      state.sync()
      show(state.identity)
      return true
    }
    if isFirst { keep() }
  }

  /// From here on events bear the identity.
  private func show(_ identity: Identity) { known.withLock { $0 = identity } }

  /// Whether the device's record fails.
  private static func open(
    _ state: inout IdentityFile, _ path: String, _ files: any FileSystem,
    _ keeper: DeviceIDKeeper?, _ diagnostics: Diagnostics
  ) -> Bool {
    let found = state.open(path, files)
    if let keeper { return decide(&state, found, keeper, diagnostics) }
    if found == .missing { state.store() }
    return false
  }

  /// Whether the record fails.
  private static func decide(
    _ state: inout IdentityFile, _ found: DeviceIDFinding.File, _ keeper: DeviceIDKeeper,
    _ diagnostics: Diagnostics
  ) -> Bool {
    let (finding, error) = keeper.look(found)
    let decision = finding.decision(fresh: state.identity.anonymousID)
    state.identity.anonymousID = decision.id
    if decision.forgetsUser { state.identity.userID = nil }
    (state.standing, state.mayKeep) = (decision.standing, decision.isWritten)
    if found != .holds(decision.id, decision.standing) { state.store() }
    keeper.report(decision, error, to: diagnostics)
    return error != nil
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
