public import Cairn

extension ExperimentContext {
  /// Says what is known of the visitor, for reports by segment; what was said of others holds on.
  ///
  /// It is remembered across launches, and part of every report from now on.
  public func setDefaultSegments(_ segments: [DefaultSegment: String]) {
    changeSegments { state in
      for (segment, value) in segments { state.segments[segment.rawValue] = value }
    }
  }

  /// Says which of the project's segments the visitor is in, by their ids, in place of those that were said before.
  ///
  /// Remembered as by `setDefaultSegments`. None of the segments' rules is checked; `runCustomSegments` does that.
  public func setCustomSegments(_ ids: [String]) {
    changeSegments { state in
      var known: Set<String> = []
      state.customSegments = ids.filter { known.insert($0).inserted }
    }
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
      state.customSegments += ids.filter { !state.customSegments.contains($0) }
    }
    return ids
  }

  private func changeSegments(_ change: (inout VisitorState) -> Void) {
    guard !experiments.isPreviewed(by: self, experiments.snapshot?.document) else { return }
    let id = visitorID
    let hasChanged = experiments.turns.take(id) {
      // Whoever was reset meanwhile stays forgotten.
      guard visitorID == id else { return false }
      return experiments.visitors.change(id) { state in
        let before = state
        change(&state)
        return state != before
      }
    }
    if hasChanged { experiments.announcer.announce(.segments(visitorID: id)) }
  }
}
