/// Services for the products that are built on an engine.
extension Engine {
  /// Returns the path of a product's file in the instance's folder, its file system, and the
  /// encryption that encrypts it.
  package func file(named name: String) -> (
    path: String, files: any FileSystem, encryption: RecordEncryption
  ) {
    ("\(factory.path)/\(name)", userFiles, erasure.encryption)
  }

  /// The file system of the products' files.
  private var userFiles: any FileSystem {
    ErasureAwareFileSystem(erasure.files) { [consents] in consents.isCurrent(inDelivery: false) }
  }

  /// The file with the data from which experiences with content are made.
  ///
  /// It belongs to the user: a reset removes it, whether or not the experiences product is used in
  /// this launch.
  package var experiences: PersistedValue {
    let (path, files, encryption) = file(named: "experiences")
    return .experiences(path, files: files, encryption: encryption)
  }

  /// The reason why a call would not be recorded now; nil when it would be.
  package var refusal: RecordingFailure? { recorder.pass(at: clock.now()).refusal }

  /// Syncs the journal, so that the events recorded so far survive a loss of power; returns whether
  /// that succeeded.
  package func syncJournal() -> Bool { (try? journal.sync()) != nil }

  /// Returns a product's folder for user data; the first write creates it.
  package func userFolder(named name: String) -> UserDataFolder {
    UserDataFolder(
      "\(factory.path)/\(name)", files: userFiles, encryption: erasure.encryption, clock: clock,
      randomness: randomness, consents: consents, diagnostics: diagnostics)
  }

  /// Registers a product that accompanies the engine, and returns its number.
  ///
  /// `handle` is called with every signal, starting with the current state where it differs from
  /// the default. `forget` is called with the anonymous identifier of a user who is reset, or with
  /// nil when everything is erased. `closing` is called before the journal closes. `stop` is called
  /// once, when the engine stops. `waiting` returns the number of reports that wait in the product
  /// until they can be recorded.
  ///
  /// When `forget` is called for an erasure, the contents of the instance's folder are already
  /// gone. `forget` must not wait and must not change consent. The engine retains the closures
  /// until it is released or `leave` is called; they must not retain an object that shall be
  /// released earlier.
  @discardableResult
  package func accompany(
    handle: @escaping @Sendable (HostSignal) -> Void = { _ in },
    closing: @escaping @Sendable () -> Void = {},
    stop: @escaping @Sendable () -> Void = {},
    forget: @escaping @Sendable (String?) -> Void = { _ in },
    waiting: @escaping @Sendable () -> Int = { 0 }
  ) -> Int {
    let place = observers.add(
      handle: handle, closing: closing, stop: stop, forget: forget, waiting: waiting)
    let now = hostState.withLock { $0.signals + ($0.isInBack ? [.background] : []) }
    for signal in now { handle(signal) }
    return place
  }

  /// Removes the product that `accompany` registered.
  package func leave(_ place: Int) { observers.remove(place) }

  /// The number of registered products.
  package var companionCount: Int { observers.count }

  /// The source of randomness of this engine.
  package var randomness: any Randomness { journal.randomness }
}
