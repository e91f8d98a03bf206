package import Cairn

/// Conversions of measures to and from event properties.
extension ContentMeasures {
  /// The properties that are stored in the journal; measures that were not taken are omitted.
  var stored: [String: Value] {
    var values: [String: Value] = [:]
    if viewableImpressions != 0 { values["viewableImpressions"] = .int(viewableImpressions) }
    if dwellMilliseconds != 0 { values["dwellMilliseconds"] = .int(dwellMilliseconds) }
    values["visibleFraction"] = visibleFraction.map(Value.double)
    values["scrollDepth"] = scrollDepth.map(Value.double)
    return values
  }

  /// The properties that are sent to destinations, with the dwell time in seconds.
  package var told: [String: Value] {
    var values: [String: Value] = [
      "viewableImpressions": .int(viewableImpressions), "dwellSeconds": .double(dwellSeconds),
    ]
    values["visibleFraction"] = visibleFraction.map(Value.double)
    values["scrollDepth"] = scrollDepth.map(Value.double)
    return values
  }

  /// Makes measures from the properties that `stored` returns.
  init(_ stored: Value) {
    self.init(
      viewableImpressions: stored["viewableImpressions"]?.intValue ?? 0,
      dwellMilliseconds: stored["dwellMilliseconds"]?.intValue ?? 0,
      visibleFraction: stored["visibleFraction"]?.doubleValue,
      scrollDepth: stored["scrollDepth"]?.doubleValue)
  }
}
