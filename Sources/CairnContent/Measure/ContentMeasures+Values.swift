package import Cairn

/// Measures in an event, and as they are sent.
extension ContentMeasures {
  /// As they lie in the journal: without what was not measured.
  var stored: [String: Value] {
    var values: [String: Value] = [:]
    if viewableImpressions != 0 { values["viewableImpressions"] = .int(viewableImpressions) }
    if dwellMilliseconds != 0 { values["dwellMilliseconds"] = .int(dwellMilliseconds) }
    values["visibleFraction"] = visibleFraction.map(Value.double)
    values["scrollDepth"] = scrollDepth.map(Value.double)
    return values
  }

  /// As destinations are told: the time in seconds.
  package var told: [String: Value] {
    var values: [String: Value] = [
      "viewableImpressions": .int(viewableImpressions), "dwellSeconds": .double(dwellSeconds),
    ]
    values["visibleFraction"] = visibleFraction.map(Value.double)
    values["scrollDepth"] = scrollDepth.map(Value.double)
    return values
  }

  /// What `stored` made.
  init(_ stored: Value) {
    self.init(
      viewableImpressions: stored["viewableImpressions"]?.intValue ?? 0,
      dwellMilliseconds: stored["dwellMilliseconds"]?.intValue ?? 0,
      visibleFraction: stored["visibleFraction"]?.doubleValue,
      scrollDepth: stored["scrollDepth"]?.doubleValue)
  }
}
