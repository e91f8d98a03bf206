import Cairn

extension Experiments {
  /// Decides by what there is now, remembers what follows, and reports what is new; nil without a document.
  ///
  /// What has been decided and told before costs a look at what is remembered: nobody's turn is waited for, nor the disk.
  package func decide<Result>(
    for context: ExperimentContext, isTracked: Bool,
    _ choose: (Decider, Visitor, [String: String]) -> (Result, [Decision])
  ) -> Result? {
    guard let snapshot else { return nil }
    let forced = forced(context, in: snapshot.document)
    let id = context.visitorID
    let state = visitors.state(of: id)
    let (result, decisions) = choose(snapshot.decider, context.visitor(state, id: id), forced)
    let isTracked = isTracked && isTrackingEnabled
    let isNews = decisions.contains { $0.isNews(to: state, isTracked: isTracked) }
    // By what was shown: a preview may have ended meanwhile.
    if context.isPreview(forced) {
      if isNews { sayPreview() }
      return result
    }
    guard isNews else {
      announce(decisions, to: id)
      return result
    }
    return turns.take(id) {
      // Somebody may have been quicker.
      let state = visitors.latestState(of: id)
      let (result, decisions) = choose(snapshot.decider, context.visitor(state, id: id), forced)
      settle(decisions, of: id, in: context, state, snapshot.document, isTracked: isTracked)
      announce(decisions, to: id)
      return result
    }
  }

  /// First the event, then that it was told: a kill in between tells it twice, with the same key.
  private func settle(
    _ decisions: [Decision], of id: String, in context: ExperimentContext, _ state: VisitorState,
    _ document: ExperimentDocument, isTracked: Bool
  ) {
    let erasures = self.erasures
    var reported = state
    for decision in decisions { decision.store(in: &reported) }
    let writer = ReportWriter(document: document, visitorID: id, state: reported)
    var told: [String: String] = [:]
    var begun: [String] = []
    defer { endTelling(begun) }
    for decision in decisions where isTracked {
      // An enricher may have told it while the one before was recorded.
      let state = visitors.state(of: id)
      guard let variation = decision.variation, decision.isUntold(in: state) else { continue }
      let change = ToldExposure(state.exposures[variation.experienceID]).map { $0.change + 1 } ?? 0
      let version = decision.experienceVersion ?? ""
      let text = ToldExposure.text(variation.id, version: version, change: change)
      let properties = writer.exposure(variation, change: change)
      let isTold = report(ReportWriter.exposureName, properties, &begun).isTold
      if isTold { told[variation.experienceID] = text }
    }
    // Whoever was reset meanwhile stays forgotten.
    guard context.visitorID == id else { return }
    visitors.change(id) { [told] state in
      // What was told is erased, and will be told again.
      guard erasures == self.erasures else { return }
      for decision in decisions { decision.store(in: &state) }
      state.exposures.merge(told) { $1 }
    }
  }

  private func announce(_ decisions: [Decision], to id: String) {
    for decision in decisions {
      for location in decision.changes.activated {
        announcer.announce(.locationActivated(location, visitorID: id))
      }
      for location in decision.changes.deactivated {
        announcer.announce(.locationDeactivated(location, visitorID: id))
      }
      if let variation = decision.variation {
        announcer.announce(.bucketing(variation, visitorID: id))
      }
    }
  }
}

extension Decision {
  /// Whether something is to be stored or told.
  fileprivate func isNews(to state: VisitorState, isTracked: Bool) -> Bool {
    !changes.isEmpty || isTracked && isUntold(in: state)
  }

  fileprivate func isUntold(in state: VisitorState) -> Bool {
    guard let variation else { return false }
    return !ToldExposure.isTold(variation.id, by: state.exposures[variation.experienceID])
  }
}
