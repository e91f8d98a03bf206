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

  /// What is read of an event.
  struct Stored: Decodable {
    var viewableImpressions: Int?
    var dwellMilliseconds: Int?
    var visibleFraction: Double?
    var scrollDepth: Double?
  }

  init(_ stored: Stored) {
    self.init(
      viewableImpressions: stored.viewableImpressions ?? 0,
      dwellMilliseconds: stored.dwellMilliseconds ?? 0, visibleFraction: stored.visibleFraction,
      scrollDepth: stored.scrollDepth)
  }
}
