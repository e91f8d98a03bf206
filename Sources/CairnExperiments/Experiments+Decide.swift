package import Cairn

extension Experiments {
  /// Makes decisions, stores their changes, and reports new exposures; returns nil without a
  /// document.
  ///
  /// If nothing changes and nothing is to be reported, it only reads the stored state and waits for
  /// neither the visitor's lock nor the disk.
  package func decide<Result>(
    for context: ExperimentContext, isTracked: Bool,
    _ choose: (DecisionEngine, Visitor, [CodeUnitKey: String]) -> (Result, [Decision])
  ) -> Result? {
    guard let snapshot else { return nil }
    let forced = forced(context, in: snapshot.document)
    let subject = context.subject
    let id = subject.id
    let state = visitors.state(of: id)
    let (result, decisions) = choose(snapshot.engine, context.visitor(state, id: id), forced)
    let isTracked = isTracked && isTrackingEnabled
    let isNews = decisions.contains { $0.isNews(to: state, isTracked: isTracked) }
    // The check uses the forced variations of the decision, because a preview may have ended in the
    // meantime.
    if context.isPreview(forced) {
      if isNews { sayPreview() }
      return result
    }
    guard isNews else {
      send(decisions, to: id)
      return result
    }
    let settled = turn(of: id) { store -> (Result, [Decision])? in
      // Another thread may have changed the visitor's state in the meantime.
      let state = visitors.latestState(of: id, saying: &store.troubles)
      let (result, decisions) = choose(snapshot.engine, context.visitor(state, id: id), forced)
      let exposures = untold(
        of: isTracked ? decisions : [], decisions, subject, state, snapshot)
      guard store.holds(exposures.map(\.draft)),
        settle(decisions, exposures, of: id, in: context, &store)
      else { return nil }
      return (result, decisions)
    }
    // Other threads changed the visitor during every attempt; the decision is returned without
    // being stored.
    guard let (result, decisions) = settled else { return result }
    send(decisions, to: id)
    return result
  }

  /// An exposure: the experience, the text that is stored for it, and the draft of its report.
  private struct Exposure {
    let experienceID: String
    let told: String
    let draft: ReportTransaction.Draft
  }

  private func untold(
    of tracked: [Decision], _ decisions: [Decision], _ subject: ExperimentContext.Subject,
    _ state: VisitorState, _ snapshot: Snapshot
  ) -> [Exposure] {
    var reported = state
    for decision in decisions { decision.store(in: &reported) }
    let writer = ReportWriter(
      document: snapshot.document, visitorID: visitors.names.told(subject.id), state: reported,
      identity: subject.identity)
    return tracked.compactMap { decision in
      guard let variation = decision.variation, decision.isUntold(in: state) else { return nil }
      let change =
        ReportedExposure(state.exposures[variation.experienceID]).map { $0.change + 1 } ?? 0
      let version = decision.experienceVersion ?? ""
      return Exposure(
        experienceID: variation.experienceID,
        told: ReportedExposure.text(variation.id, version: version, change: change),
        draft: writer.exposure(variation, change: change))
    }
  }

  /// Records the events, and then stores that they were reported.
  ///
  /// If the process is killed in between, the next launch reports them again with the same key.
  /// Returns false if a session must begin first.
  private func settle(
    _ decisions: [Decision], _ exposures: [Exposure], of id: String, in context: ExperimentContext,
    _ store: inout ReportTransaction
  ) -> Bool {
    let erasures = self.erasures
    var told: [CodeUnitKey: String] = [:]
    for exposure in exposures {
      guard let reported = store.report(exposure.draft) else { return false }
      if reported.isTold { told[exposure.experienceID] = exposure.told }
    }
    // A visitor who was reset in the meantime must not be stored again.
    guard context.visitorID == id else { return true }
    visitors.change(id, saying: &store.troubles) { [told] state in
      // After an erasure the reports are gone, and the exposures must be reported again.
      guard erasures == self.erasures else { return }
      for decision in decisions { decision.store(in: &state) }
      state.exposures.merge(told) { $1 }
    }
    return true
  }

  private func send(_ decisions: [Decision], to id: String) {
    for decision in decisions {
      for location in decision.changes.activated {
        broadcaster.send(.locationActivated(location, visitorID: id))
      }
      for location in decision.changes.deactivated {
        broadcaster.send(.locationDeactivated(location, visitorID: id))
      }
      if let variation = decision.variation {
        broadcaster.send(.bucketing(variation, visitorID: id))
      }
    }
  }
}

extension Decision {
  /// Returns whether the decision has changes to store or an exposure to report.
  fileprivate func isNews(to state: VisitorState, isTracked: Bool) -> Bool {
    !changes.isEmpty || isTracked && isUntold(in: state)
  }

  fileprivate func isUntold(in state: VisitorState) -> Bool {
    guard let variation else { return false }
    return !ReportedExposure.isTold(variation.id, by: state.exposures[variation.experienceID])
  }
}
