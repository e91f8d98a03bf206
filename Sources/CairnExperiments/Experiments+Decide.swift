package import Cairn

extension Experiments {
  /// Decides by what there is now, remembers what follows, and reports what is new; nil without a document.
  ///
  /// What has been decided and told before costs a look at what is remembered: nobody's turn is waited for, nor the disk.
  package func decide<Result>(
    for context: ExperimentContext, isTracked: Bool,
    _ choose: (Decider, Visitor, [ExactText: String]) -> (Result, [Decision])
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
    let settled = turn(of: id) { desk -> (Result, [Decision])? in
      // Somebody may have been quicker.
      let state = visitors.latestState(of: id, saying: &desk.troubles)
      let (result, decisions) = choose(snapshot.decider, context.visitor(state, id: id), forced)
      let exposures = untold(of: isTracked ? decisions : [], decisions, id, state, snapshot)
      guard desk.holds(exposures.map(\.draft)),
        settle(decisions, exposures, of: id, in: context, &desk)
      else { return nil }
      return (result, decisions)
    }
    // Without an end others have changed the visitor; what was decided holds.
    guard let (result, decisions) = settled else { return result }
    announce(decisions, to: id)
    return result
  }

  /// That a visitor is shown a variation, what is remembered of that, and its report.
  private struct Exposure {
    let experienceID: String
    let told: String
    let draft: ReportDesk.Draft
  }

  private func untold(
    of tracked: [Decision], _ decisions: [Decision], _ id: String, _ state: VisitorState,
    _ snapshot: Snapshot
  ) -> [Exposure] {
    var reported = state
    for decision in decisions { decision.store(in: &reported) }
    let writer = ReportWriter(
      document: snapshot.document, visitorID: visitors.names.told(id), state: reported)
    return tracked.compactMap { decision in
      guard let variation = decision.variation, decision.isUntold(in: state) else { return nil }
      let change = ToldExposure(state.exposures[variation.experienceID]).map { $0.change + 1 } ?? 0
      let version = decision.experienceVersion ?? ""
      return Exposure(
        experienceID: variation.experienceID,
        told: ToldExposure.text(variation.id, version: version, change: change),
        draft: writer.exposure(variation, change: change))
    }
  }

  /// First the event, then that it was told: a kill in between tells it twice, with the same key.
  ///
  /// False when a session has to begin first.
  private func settle(
    _ decisions: [Decision], _ exposures: [Exposure], of id: String, in context: ExperimentContext,
    _ desk: inout ReportDesk
  ) -> Bool {
    let erasures = self.erasures
    var told: [ExactText: String] = [:]
    for exposure in exposures {
      guard let reported = desk.report(exposure.draft) else { return false }
      if reported.isTold { told[exposure.experienceID] = exposure.told }
    }
    // Whoever was reset meanwhile stays forgotten.
    guard context.visitorID == id else { return true }
    visitors.change(id, saying: &desk.troubles) { [told] state in
      // What was told is erased, and will be told again.
      guard erasures == self.erasures else { return }
      for decision in decisions { decision.store(in: &state) }
      state.exposures.merge(told) { $1 }
    }
    return true
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
