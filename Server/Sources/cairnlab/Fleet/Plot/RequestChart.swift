/// A chart of the requests per second around the end of the outage, for several variants on one
/// scale.
struct RequestChart: Sendable {
  struct Series: Sendable {
    let title: String
    /// The values, one for each second of the chart.
    let values: [Int]
  }

  let series: [Series]
  /// The first second, relative to the end of the outage.
  let start: Int
  /// The value that the first series must not exceed.
  let limit: Double?

  private static let before = 60

  init(_ results: [FleetResult], _ plan: FleetPlan, limit: Double?) {
    let end = Int(plan.outageEnd / 1_000)
    let length = results.compactMap(\.traffic.finished).max().map { Int($0 / 1_000) } ?? 600
    // The chart ends at a whole minute, one minute after the backlog is delivered.
    let after = min((length / 60 + 2) * 60, Int(plan.length / 1_000) - end)
    series = results.map {
      Series(
        title: $0.variant.title,
        values: Array($0.traffic.attempts[end - Self.before..<end + after]))
    }
    start = -Self.before
    self.limit = limit
  }

  init(series: [Series], start: Int, limit: Double?) {
    self.series = series
    self.start = start
    self.limit = limit
  }

  /// The length in seconds.
  var length: Int { series.map(\.values.count).max() ?? 0 }

  /// The greatest value, rounded up to a round number.
  var top: Int {
    let most = series.flatMap(\.values).max() ?? 0
    var unit = 1
    while unit * 10 < most { unit *= 10 }
    return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map { Int(($0 * Double(unit)).rounded(.up)) }
      .first { $0 >= most } ?? most
  }

  /// Returns the seconds between two marks of the axis, for at most `marks` marks.
  func step(marks: Int) -> Int {
    let steps = [60, 120, 300, 600, 1_800, 3_600]
    return steps.first { length / $0 < marks } ?? 7_200
  }
}
