/// What products that are built on this one need of it.
extension Engine {
  /// A file of theirs in the instance's folder, the disk that it is on, and what encrypts it.
  package func file(named name: String) -> (path: String, files: any FileSystem, vault: Vault) {
    ("\(desks.path)/\(name)", journal.files, erasure.vault)
  }

  /// What experiences with content are made of.
  ///
  /// It belongs to the user: a reset removes it, whether or not anybody has asked for it in this launch.
  package var experiences: KeptFile {
    let (path, files, vault) = file(named: "experiences")
    return .experiences(path, files: files, vault: vault)
  }

  /// Why a call would not be recorded now; nil when it would.
  package var refusal: Refusal? { recorder.pass(at: clock.now()).refusal }

  /// A folder of theirs for what belongs to users; it is made by who first writes to it.
  package func userFolder(named name: String) -> UserFolder {
    let files = GuardedFiles(erasure.files) { [consents] in consents.isCurrent(inDelivery: false) }
    return UserFolder(
      "\(desks.path)/\(name)", files: files, vault: erasure.vault, clock: clock,
      randomness: randomness, consents: consents, diagnostics: diagnostics)
  }

  /// From here on `hear` is called with every signal, first with what is unusual now, `forget` with the anonymous identifier
  /// of a user who is reset, or nil when all is erased, and `stop` once, when this stops.
  ///
  /// When all is erased, what is in the instance's folder is gone already; `forget` must not wait, nor say anything of consent.
  /// They are kept as long as this is, or until `leave`: they must not hold who can go before. Returns their place.
  @discardableResult
  package func accompany(
    hear: @escaping @Sendable (HostSignal) -> Void = { _ in },
    stop: @escaping @Sendable () -> Void = {},
    forget: @escaping @Sendable (String?) -> Void = { _ in }
  ) -> Int {
    let place = companions.add(hear: hear, stop: stop, forget: forget)
    let now = surroundings.withLock { $0.signals + ($0.isInBack ? [.background] : []) }
    for signal in now { hear(signal) }
    return place
  }

  /// Ends what `accompany` began.
  package func leave(_ place: Int) { companions.remove(place) }

  /// How many are with this.
  package var companionCount: Int { companions.count }

  /// The seam to chance that this was given.
  package var randomness: any Randomness { journal.randomness }
}
