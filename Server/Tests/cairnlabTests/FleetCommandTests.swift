import ToolTestSupport
import Foundation
import Testing

@testable import cairnlab

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct FleetCommandTests {
  /// A chart of 5 requests per second, with 40 in the second after the outage.
  var chart: RequestChart {
    var values = Array(repeating: 5, count: 360)
    values[60] = 40
    return RequestChart(
      series: [RequestChart.Series(title: "as shipped", values: values)], start: -60, limit: 15)
  }

  @Test("a column of the plot is as high as its busiest second, and the limit is drawn")
  func plot() {
    let lines = chart.lines(width: 46)
    #expect(
      lines == [
        "  Requests per second; a column is the maximum of 10 s",
        "",
        "  as shipped",
        "     40 │      █                             ",
        "        │      █                             ",
        "        │      █                             ",
        "        │┄┄┄┄┄┄█┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄",
        "        │      █                             ",
        "        │▆▆▆▆▆▆█▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆",
        "      0 └────────────────────────────────────",
        "               ▲ back      +2 min      +4 min",
        "  ┄ 3 times the steady rate of the fleet as shipped",
        "",
      ])
  }

  @Test("the lines of the plot are shorter than the width", arguments: [60, 80, 120, 200])
  func width(width: Int) {
    #expect(chart.lines(width: width).dropFirst().allSatisfy { $0.count < width })
  }

  @Test("the plot as SVG is XML, with a point a second")
  func svg() throws {
    let document = try XMLDocument(xmlString: chart.svg)
    let line = try #require(
      try document.nodes(forXPath: "//*[local-name()='polyline']/@points").first)
    #expect(line.stringValue?.split(separator: " ").count == 360)
  }

  @Test("the report for programs has its keys, and the fleet keeps its limits")
  func json() throws {
    let result = try Command.runLab(
      "fleet", "--devices", "400", "--outage", "20", "--hours", "0.75", "--seed", "3", "--json")
    #expect(result.status == 0, "\(result.error)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(
      Set(report.keys) == [
        "answer", "capacity", "collectors", "destinations", "devices", "hours", "outageMinutes",
        "problems",
        "seed", "variants",
      ])
    let variants = try #require(report["variants"] as? [[String: Any]])
    #expect(
      variants.map { $0["variant"] as? String } == [
        "asShipped", "noJitter", "noRetryAfter", "noBreaker",
      ])
    #expect(
      Set(variants[0].keys) == [
        "accepted", "backlog", "caughtUpSeconds", "delivered", "duplicates", "finishedSeconds",
        "lost", "normal", "peak", "peakBefore", "peakWhileDown", "pending", "ratio", "refused",
        "requests", "steady", "tracked", "unreachable", "variant",
      ])
  }

  @Test("a peak that is too high for the collector is reported as an error")
  func tooHigh() throws {
    let result = try Command.runLab(
      "fleet", "--devices", "300", "--outage", "5", "--hours", "0.5", "--seed", "3", "--capacity",
      "5")
    #expect(result.status == 1)
    #expect(result.error.hasPrefix("as shipped: the peak is "))
    #expect(result.output.contains("seed 3"))
  }

  @Test("invalid options are refused", arguments: ["--devices", "--outage", "--hours"])
  func refused(option: String) throws {
    #expect(try Command.runLab("fleet", option, "0").status == 64)
  }
}
