/// The behavior of an instance in a child of `fork(2)`.
extension Engine {
  /// Registers the parts of the engine with the fork guard: the child records into a lane of its
  /// own, and delivers nothing.
  ///
  /// The child has only the thread that forked, so no task runs there. Its events are delivered by
  /// the parent, or by the next process that opens the folder. Without a folder they are lost.
  func joinForkGuard() {
    let (recorder, registry, upkeep, encryption) = (recorder, registry, upkeep, erasure.encryption)
    let parts: [[ForkMutex]] = [
      recorder.mutexesForFork, journal.mutexesForFork, consents.mutexesForFork,
      identity.mutexesForFork, registry.mutexesForFork, upkeep.mutexesForFork,
      encryption.mutexesForFork, retention.mutexesForFork, erasure.files.mutexesForFork,
    ]
    let membership = ForkMembership(
      ForkGuard.Member(
        mutexes: parts.flatMap { $0 },
        goOnInChild: {
          encryption.goOnInChild()
          recorder.goOnInChild()
          registry.goOnInChild()
          upkeep.goOnInChild()
        },
        rehearse: {
          RecordEncryption.none.goOnInChild()
          Journal.rehearseFork()
          EventThresholds().removeAll()
        }))
    fork.withLock { $0 = membership }
  }
}
