/// Resets the user.
extension Engine {
  func reset(_ randomness: any Randomness) {
    let before = identity.current.anonymousID
    recorder.reset(randomness)
    giveUpInteractions()
    // The file is removed before the observers are notified, since they may store new values then.
    forgetExperiences()
    observers.forget(before)
  }

  private func forgetExperiences() {
    var file = experiences
    guard let trouble = file.remove() else { return }
    diagnostics.report(
      .error, "reset.storage", "the stored state of experiences may reappear: \(trouble)")
  }

  /// Gives up pending interactions with content, for destinations for interactions alone, and
  /// removes the values that these destinations kept.
  ///
  /// When this returns, the effect survives the death of the process.
  package func giveUpInteractions() {
    // Events that wait for the disk were recorded before the reset.
    upkeep.retryNow()
    joining.withLock { _ in
      let places = journal.places
      // Also written when there is no such destination: one that is added later reads it.
      if !places.isEmpty, let error = factory.resetMark.keep(places) {
        diagnostics.report(.error, "reset.storage", "discarded events may reappear: \(error)")
      }
      // The segment ends here, so that it can be removed as soon as the other destinations have
      // delivered it.
      if journal.marked.wereWritten { journal.endSegment() }
      let workers = registry.workers
      for worker in workers where worker.kindMask.isInInteractionsAlone {
        worker.giveUp(places, .reset)
        worker.forgetGivenUp()
      }
      factory.forgetUsers(of: workers)
    }
  }
}
