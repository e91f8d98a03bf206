import Foundation
import Testing

@testable import CairnCollector

@Suite("The query of a question")
struct QuestionQueryTests {
  // 2026-11-27T14:00:00Z.
  private static let now: Int64 = 1_795_788_000_000_000

  private func query(
    _ text: String, _ scope: ReadScope = .allProjects,
    _ names: [String] = QuestionQuery.trendNames
  ) throws -> QuestionQuery {
    try QuestionQuery(text, scope, allowing: names, now: Self.now)
  }

  private func period(_ text: String) throws -> [String] {
    let period = try query("project=p&" + text).period
    return [period.lowerBound, period.upperBound].map { String(Timestamp.text($0).prefix(16)) }
  }

  @Test("a query without values counts events a day of the last seven days, in UTC")
  func defaults() throws {
    let trend = try query("project=p").trend
    #expect(trend.project == "p" && trend.unit == .day && trend.measure == .events)
    #expect(trend.name == nil && trend.property == nil && trend.timeZone == .gmt)
    #expect(try period("") == ["2026-11-21T00:00", "2026-11-28T00:00"])
    #expect(try period("name=&by=&from=") == ["2026-11-21T00:00", "2026-11-28T00:00"])
  }

  @Test("dates are days of the zone, and times are times")
  func periods() throws {
    #expect(
      try period("from=2026-11-01&to=2026-11-02") == ["2026-11-01T00:00", "2026-11-03T00:00"])
    #expect(
      try period("zone=Europe/Berlin&from=2026-10-25&to=2026-10-25")
        == ["2026-10-24T22:00", "2026-10-25T23:00"])
    #expect(
      try period("from=2026-11-01T10:00:00Z&to=2026-11-01T12:30:00%2B01:00")
        == ["2026-11-01T10:00", "2026-11-01T11:30"])
    #expect(
      try period("zone=Pacific/Kiritimati") == ["2026-11-21T10:00", "2026-11-28T10:00"])
  }

  @Test("every parameter of a query is read")
  func all() throws {
    let text =
      "project=p&name=Signed+Up&unit=week&zone=Asia/Kathmandu&measure=users&by=plan%20a&from=2026-01-01"
    let trend = try query(text).trend
    #expect(trend.name == "Signed Up" && trend.unit == .week && trend.measure == .users)
    #expect(trend.property == "plan a" && trend.timeZone.identifier == "Asia/Kathmandu")
    let funnel = try query(
      "project=p&step=A&step=B%26&window=24h", .allProjects, QuestionQuery.funnelNames
    ).funnel()
    #expect(funnel.steps == ["A", "B&"] && funnel.window == 86_400_000_000)
    let retention = try query(
      "first=A&back=B&units=3&unit=week", .project("own"), QuestionQuery.retentionNames
    ).retention()
    #expect(retention.project == "own" && retention.first == "A" && retention.back == "B")
    #expect(retention.units == 3 && retention.unit == .week)
  }

  @Test(
    "a query with an invalid value is refused",
    arguments: [
      "", "project=", "unit=day", "project=p&unit=month", "project=p&measure=sum",
      "project=p&zone=Europe/Nowhere", "project=p&zone=../../etc/passwd", "project=p&zone=EST",
      "project=p&from=yesterday", "project=p&from=2026-11-02&to=2026-11-01",
      "project=p&from=2026-02-30", "project=p&from=1990-01-01",
      "project=p&unit=hour&from=2026-01-01",
      "project=p&step=A", "project=p&name=%ff", "project=p&name=%00", "project=p&limit=3",
    ])
  func invalid(text: String) {
    let error = #expect(throws: Refusal.self) { try query(text) }
    #expect(error?.code == "badQuery")
  }

  @Test("windows, steps and units have bounds")
  func bounds() throws {
    let funnel = { (text: String) in
      try query("project=p&" + text, .allProjects, QuestionQuery.funnelNames).funnel()
    }
    let steps = "step=A&step=B"
    for window in ["7", "0d", "-1d", "367d", "1y", "d", "99999999999d", "1.5h"] {
      #expect(throws: Refusal.self, "\(window)") { try funnel(steps + "&window=" + window) }
    }
    #expect(try funnel(steps + "&window=366d").window == QuestionQuery.maxWindow)
    #expect(throws: Refusal.self) { try funnel("step=A") }
    let ten = Array(repeating: steps, count: 5).joined(separator: "&")
    #expect(throws: Refusal.self) { try funnel(ten) }
    let retention = { (text: String) in
      try query("project=p&" + text, .allProjects, QuestionQuery.retentionNames).retention()
    }
    #expect(throws: Refusal.self) { try retention("unit=hour") }
    #expect(throws: Refusal.self) { try retention("units=0") }
    #expect(throws: Refusal.self) { try retention("units=101") }
    #expect(throws: Refusal.self) { try query("project=other", .project("own")) }
  }
}
