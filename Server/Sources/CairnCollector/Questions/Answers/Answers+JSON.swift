extension Trend {
  /// The answer as `{"starts":[…],"series":[{"label":…,"values":[…],"total":…}],"readFrom":…}`.
  var json: String {
    var object = JSONObject()
    object.add("starts", raw: JSONArray.text(starts.map(JSONArray.time)))
    object.add("series", raw: JSONArray.text(series.map(\.json)))
    object.add("readFrom", raw: readFrom.map(JSONArray.time) ?? "null")
    return object.text
  }
}

extension Trend.Series {
  fileprivate var json: String {
    var object = JSONObject()
    object.add("label", label)
    object.add("values", raw: JSONArray.text(values.map { "\($0)" }))
    object.add("total", raw: "\(total)")
    return object.text
  }
}

extension Funnel {
  /// The answer as `{"steps":[{"name":…,"users":…,"medianSeconds":…}]}`.
  var json: String { "{\"steps\":\(JSONArray.text(steps.map(\.json)))}" }
}

extension Funnel.Step {
  fileprivate var json: String {
    var object = JSONObject()
    object.add("name", name)
    object.add("users", raw: "\(users)")
    object.add("medianSeconds", raw: medianTime.map { "\(Double($0) / 1_000_000)" } ?? "null")
    return object.text
  }
}

extension RetentionTable {
  /// The answer as `{"cohorts":[{"start":…,"users":…,"back":[…]}]}`.
  var json: String { "{\"cohorts\":\(JSONArray.text(cohorts.map(\.json)))}" }
}

extension RetentionTable.Cohort {
  fileprivate var json: String {
    var object = JSONObject()
    object.add("start", raw: JSONArray.time(start))
    object.add("users", raw: "\(users)")
    object.add("back", raw: JSONArray.text(back.map { "\($0)" }))
    return object.text
  }
}

extension NameCount {
  var json: String {
    var object = JSONObject()
    object.add("name", name)
    object.add("events", raw: "\(events)")
    return object.text
  }
}

extension EventSearchPage {
  /// The page as `{"events":[…],"next":…}`.
  var json: String {
    var object = JSONObject()
    object.add("events", raw: JSONArray.text(events.map(\.json)))
    object.add("next", next)
    return object.text
  }
}

/// Writes arrays of values that are JSON already.
enum JSONArray {
  static func text(_ values: [String]) -> String { "[\(values.joined(separator: ","))]" }

  static func time(_ microseconds: Int64) -> String {
    JSONText.encode(Timestamp.text(microseconds))
  }
}
