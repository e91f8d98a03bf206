public import Cairn

extension ExperimentContext {
  /// Says what is known of the visitor, for reports by segment; what was said of others holds on.
  ///
  /// It is remembered across launches, and part of every report from now on.
  public func setDefaultSegments(_ segments: [DefaultSegment: String]) {
    let named = segments.map { ($0.key.rawValue, Value.string($0.value)) }
    let allowed = redacted(Dictionary(named) { first, _ in first })
    changeSegments { state in
      for case (let segment, .string(let value)) in allowed { state.segments[segment] = value }
    }
  }

  /// Says which of the project's segments the visitor is in, by their ids, in place of those that were said before.
  ///
  /// Remembered as by `setDefaultSegments`. None of the segments' rules is checked; `runCustomSegments` does that.
  public func setCustomSegments(_ ids: [String]) {
    let allowed = redacted(["custom_segments": .array(ids.map(Value.string))])
    let texts = (allowed["custom_segments"]?.arrayValue ?? []).compactMap(\.stringValue)
    changeSegments { state in
      var known: Set<ExactText> = []
      state.customSegments = texts.filter { known.insert(ExactText($0)).inserted }
    }
  }

  /// As the rules of redaction let it be stored.
  private func redacted(_ members: [String: Value]) -> [String: Value] {
    experiments.analytics.engine?.recorder.redactor.redacted(members) ?? members
  }

  /// Puts the visitor into those of these segments whose rules hold, each by its own.
  ///
  /// - Parameters:
  ///   - keys: The keys of the segments.
  ///   - attributes: What the rules are checked against; nil, the default, stands for the context's.
  /// - Returns: The ids of those whose rules hold.
  @discardableResult
  public func runCustomSegments(
    _ keys: [String], attributes: [String: Value]? = nil
  ) -> [String] {
    let document = experiments.snapshot?.document
    let ids = document?.segments(keys, matching: attributes ?? self.attributes) ?? []
    guard !ids.isEmpty else { return ids }
    changeSegments { state in
      state.customSegments += ids.filter { !state.customSegments.containsExactly($0) }
    }
    return ids
  }

  private func changeSegments(_ change: (inout VisitorState) -> Void) {
    guard !experiments.isPreviewed(by: self, experiments.snapshot?.document) else { return }
    let id = visitorID
    // A rule of redaction may be a closure of the app: from here on the name is known.
    _ = experiments.visitors.names.told(id)
    var troubles: [String] = []
    let hasChanged = experiments.turns.take(id) {
      // Whoever was reset meanwhile stays forgotten.
      guard visitorID == id else { return false }
      return experiments.visitors.change(id, saying: &troubles) { state in
        let before = state
        change(&state)
        return state != before
      }
    }
    experiments.visitors.report(troubles)
    if hasChanged { experiments.announcer.announce(.segments(visitorID: id)) }
  }
}
