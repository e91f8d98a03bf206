public import Cairn

extension ExperimentContext {
  /// Sets default segments of the visitor, for segmented reports.
  ///
  /// Other segments keep their values.
  ///
  /// The values are stored across launches and are part of every later report.
  public func setDefaultSegments(_ segments: [DefaultSegment: String]) {
    let named = segments.map { ($0.key.rawValue, Value.string($0.value)) }
    let allowed = redacted(Dictionary(named) { first, _ in first })
    changeSegments { state in
      for case (let segment, .string(let value)) in allowed { state.segments[segment] = value }
    }
  }

  /// Sets the IDs of the custom segments to which the visitor belongs, and replaces earlier ones.
  ///
  /// They are stored like default segments. The segments' rules are not evaluated;
  /// `runCustomSegments` evaluates them.
  public func setCustomSegments(_ ids: [String]) {
    let allowed = redacted(["custom_segments": .array(ids.map(Value.string))])
    let texts = (allowed["custom_segments"]?.arrayValue ?? []).compactMap(\.stringValue)
    changeSegments { state in
      var known: Set<CodeUnitKey> = []
      state.customSegments = texts.filter { known.insert(CodeUnitKey($0)).inserted }
    }
  }

  /// Returns the values with the redaction rules applied.
  private func redacted(_ members: [String: Value]) -> [String: Value] {
    experiments.analytics.engine?.recorder.redactor.redacted(members) ?? members
  }

  /// Adds the visitor to those of the given segments whose rules hold.
  ///
  /// - Parameters:
  ///   - keys: The keys of the segments.
  ///   - attributes: The attributes for the rules; nil, the default, uses those of the context.
  /// - Returns: The IDs of the segments whose rules hold.
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
    // A redaction rule may be a closure of the app, so the name is computed before the lock is
    // taken.
    let name = experiments.visitors.names.stored(id)
    var troubles: [String] = []
    let hasChanged = experiments.turns.take(name) {
      // A visitor who was reset in the meantime must not be stored again.
      guard visitorID == id else { return false }
      return experiments.visitors.change(id, saying: &troubles) { state in
        let before = state
        change(&state)
        return state != before
      }
    }
    experiments.visitors.report(troubles)
    if hasChanged { experiments.broadcaster.send(.segments(visitorID: id)) }
  }
}

/// A predefined segment of visitors, for segmented reports; available in every project.
public enum DefaultSegment: String, Hashable, Sendable, CaseIterable {
  /// The country: two letters, such as `PT`.
  case country
  /// The browser: `IE`, `CH`, `FF`, `OP`, `SF`, `EDG`, `MO`, `NS` or `OTH`.
  case browser
  /// The device: `ALLPH`, `IPH`, `OTHPH`, `ALLTAB`, `IPAD`, `OTHTAB`, `DESK` or `OTHDEV`.
  case devices
  /// The traffic source: `campaign`, `search`, `referral`, `direct` or `ai_tool`.
  case source
  /// The name of the campaign.
  case campaign
  /// The visitor type: `new` or `returning`.
  case visitorType
}
