/// The chart and the tables of a trend.
struct TrendAnswer: Sendable {
  let question: TrendQuestion
  let trend: Trend
  let zone: ZonedTime

  private var noun: String { question.measure == .events ? "events" : "users" }

  func html(_ visit: Visit) -> HTML {
    let total = trend.series.reduce(0) { $0 + $1.total }
    guard total > 0 else {
      return """
        <p class="empty">No event of this period matches. Choose a longer period, or \
        <a href="\(visit.link(PagePlace.trends.path))">remove the conditions</a>.</p>
        """
    }
    return """
      \(chart.html)
      \(totals.html(zone))
      <details class="more"><summary>The numbers of the chart</summary>\(table.html(zone))</details>
      """
  }

  /// Tells that older events of the period were not read.
  var note: HTML {
    guard let from = trend.readFrom else { return "" }
    return """
      <p class="note">The property was read for the newest events, from \(zone.text(from)) on. \
      Choose a shorter period for all of them.</p>
      """
  }

  private var title: String {
    let subject = question.name.map { "“\($0.shortened(to: 60))”" } ?? "All events"
    let what = question.measure == .events ? "events" : "unique users"
    let split = question.property.map { ", split by \($0.shortened(to: 40))" } ?? ""
    return "\(subject), \(what) by \(question.unit.rawValue)\(split)"
  }

  private var chart: TimeChart {
    TimeChart(
      title: title,
      points: trend.starts.map { start in
        question.unit == .hour
          ? (hour(start), zone.text(start).prefix(16) + " " + zone.name)
          : (zone.shortDay(start), (question.unit == .week ? "Week of " : "") + zone.day(start))
      },
      lines: trend.series.map { .init(label: label($0), values: $0.values) }, noun: noun)
  }

  /// The hour for the axis, with its day when there are several.
  private func hour(_ start: Int64) -> String {
    trend.starts.count > 30
      ? zone.shortDay(start) + " " + zone.hour(start) : zone.hour(start)
  }

  private func label(_ series: Trend.Series) -> String {
    series.label ?? (question.property == nil ? noun : "other")
  }

  var totals: DataTable {
    DataTable(
      name: "totals", caption: "Totals of the period",
      columns: [
        .init(name: "series", title: question.property ?? "Series"),
        .init(
          name: noun, title: question.measure == .events ? "Events" : "Unique users",
          isNumeric: true),
        .init(name: "average", title: "Average by \(question.unit.rawValue)", isNumeric: true),
        .init(name: "highest", title: "Highest", isNumeric: true),
      ],
      rows: trend.series.map { series in
        let sum = series.values.reduce(0, +)
        return [
          .text(label(series)), .number(series.total),
          .number(series.values.isEmpty ? 0 : sum / series.values.count),
          .number(series.values.max() ?? 0),
        ]
      })
  }

  var table: DataTable {
    DataTable(
      name: "trend", caption: "\(noun) by \(question.unit.rawValue)",
      columns: [.init(name: "start", title: "Start")]
        + trend.series.enumerated().map { index, series in
          .init(
            name: "\(index + 1): \(label(series))", title: label(series).shortened(to: 40),
            isNumeric: true)
        },
      rows: trend.starts.enumerated().map { index, start in
        [question.unit == .hour ? .time(start) : .day(start)]
          + trend.series.map { .number(index < $0.values.count ? $0.values[index] : 0) }
      })
  }
}
