/// Another user begins.
extension Engine {
  func reset(_ randomness: any Randomness) {
    let before = identity.current.anonymousID
    recorder.reset(randomness)
    giveUpInteractions()
    // Before those who are there forget them, since they may store the next ones then.
    forgetExperiences()
    companions.forget(before)
  }

  private func forgetExperiences() {
    var file = experiences
    guard let trouble = file.remove() else { return }
    diagnostics.report(
      .error, "reset.storage", "what is known of experiences may come back: \(trouble)")
  }

  /// Interactions with content that wait are no longer delivered by those that are for nothing else, and these forget what
  /// they keep: survives the death of the process when it returns.
  package func giveUpInteractions() {
    // What waits for the disk was recorded before.
    upkeep.retryNow()
    joining.withLock { _ in
      let places = journal.places
      // Also when nobody is there for them: who comes later reads it.
      if !places.isEmpty, let error = desks.resetMark.keep(places) {
        diagnostics.report(.error, "reset.storage", "what was given up may come back: \(error)")
      }
      // So that it can be removed as soon as the others have theirs.
      if journal.interactions.wereWritten { journal.endSegment() }
      let couriers = roster.couriers
      for courier in couriers where courier.interest.isInInteractionsAlone {
        courier.giveUp(places, .reset)
        courier.forgetGivenUp()
      }
      desks.forgetUsers(of: couriers)
    }
  }
}
