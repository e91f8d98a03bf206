import Cairn
import CairnServer
import Foundation
import Testing
import ToolTestSupport

@testable import cairnctl

@Suite struct QuestionCommandsTests {
  /// Runs the body with the address of a collector that has the events of two users.
  private func run(_ body: (String) throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "cairn-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let collector = try RunningProcess(
      tool: "collect", "--port", "0", "--database", folder.path + "/events.sqlite",
      "--write-key", "write=shop", "--read-key", "read=shop", "--read-key", "all")
    defer { collector.stop() }
    let greeting = try #require(collector.line())
    let address = "\(greeting.split(separator: " ")[2])"
    let events = [
      ("Opened", "ada", "25T09"), ("Opened", "bob", "25T22"), ("Bought", "ada", "25T11"),
      ("Opened", "ada", "26T09"), ("=cmd,\\u001b", "bob", "26T10"),
    ].enumerated().map { number, event in
      """
      {"type":"track","event":"\(event.0)","userId":"\(event.1)","messageId":"m\(number)",\
      "timestamp":"2026-11-\(event.2):30:00Z","properties":{"plan":"p\(number % 2)","huge":1e999,\
      "tier":"\\u001b[31mred\\u009b2J"}}
      """
    }
    let request = HTTPRequest(
      url: try #require(URL(string: address + "/v1/batch")), method: "POST",
      headers: [("Authorization", "Basic " + Data("write:".utf8).base64EncodedString())],
      body: Array("{\"batch\":[\(events.joined(separator: ","))]}".utf8))
    #expect(try await AsyncHTTPClientTransport().send(request).status == 200)
    try body(address)
  }

  private func ask(_ address: String, _ arguments: String...) throws -> Command.Result {
    try Command.run(arguments + ["--collector", address, "--key", "read"])
  }

  @Test("trend, funnel and events are printed as tables, JSON and CSV")
  func outputs() async throws {
    let days = ["--from", "2026-11-25", "--to", "2026-11-26"]
    try await run { address in
      let trend = try Command.run(
        ["trend", "Opened", "--collector", address, "--key", "read", "--zone", "Europe/Berlin"]
          + days)
      #expect(trend.status == 0 && trend.error.isEmpty)
      // In Berlin, the second event happened before midnight.
      #expect(trend.output.contains("2026-11-25 Wed  2  █"))
      #expect(trend.output.contains("2026-11-26 Thu  1  █"))
      #expect(trend.output.contains("total 3"))
      let users = try Command.run(
        ["trend", "--users", "--csv", "--collector", address, "--key", "read"] + days)
      #expect(
        users.output == "start,label,users\r\n2026-11-25T00:00:00.000000Z,,2\r\n"
          + "2026-11-26T00:00:00.000000Z,,2\r\n")
      let plans = try Command.run(
        ["trend", "--by", "plan", "--collector", address, "--key", "read"] + days)
      #expect(plans.output.contains("p0  3  ██") || plans.output.contains("p0  3  █"))
      let tiers = try Command.run(
        ["trend", "--by", "tier", "--collector", address, "--key", "read"] + days)
      #expect(tiers.output.contains("[31mred"))
      #expect(!tiers.output.contains("\u{1B}") && !tiers.output.contains("\u{9B}"))
      let funnel = try Command.run(
        ["funnel", "Opened", "Bought", "--collector", address, "--key", "read"] + days)
      #expect(funnel.output.contains("1 Opened  2  100.0 %"))
      #expect(funnel.output.contains("2 Bought  1   50.0 %"))
      #expect(funnel.output.contains("median 2 h"))
      let json = try ask(address, "funnel", "Opened", "Bought", "--json", "--from", "2026-11-25")
      #expect(json.output.hasPrefix(#"{"steps":[{"name":"Opened","users":2"#))
      let events = try ask(address, "events", "--limit", "2")
      let lines = events.output.split(separator: "\n")
      #expect(lines.count == 3 && lines[1].contains("=cmd,") && !lines[1].contains("\u{1B}"))
      #expect(lines[1].contains("bob") && lines[2].contains("m3"))
      #expect(lines[0].contains("  properties"))
      #expect(lines[1].contains(#"{"huge":null,"plan":"p0","tier":"#))
      let table = try ask(address, "events", "--csv", "--user", "bob", "--limit", "1")
      #expect(table.output.contains("\"'=cmd,\u{1B}\",bob,,m4,\"{\"\"huge\"\":null,"))
    }
  }

  @Test("a name or a property that no event has is told, beside the empty answer")
  func unknown() async throws {
    try await run { address in
      let hint = "cairnctl: no event is named Oppened; the most frequent names: Opened, "
      for arguments in [
        ["trend", "Oppened"], ["funnel", "Opened", "Oppened"], ["events", "Oppened"],
      ] {
        let days = ["--from", "2026-11-25", "--collector", address, "--key", "read"]
        let result = try Command.run(arguments + days)
        #expect(result.status == 0 && result.error.hasPrefix(hint), "\(result.error)")
        #expect(result.error.contains("=cmd,") && !result.error.contains("\u{1B}"))
        #expect(!result.output.isEmpty)
        #expect(try Command.run(arguments + days + ["--json"]).error.isEmpty)
      }
      // The name is known, and has no events in the period.
      let early = try ask(address, "trend", "Opened", "--from", "2026-01-01", "--to", "2026-01-02")
      #expect(early.status == 0 && early.error.isEmpty)
      for arguments in [["trend"], ["events"], ["funnel", "Opened", "Bought"]] {
        let result = try Command.run(
          arguments + ["--project", "nope", "--collector", address, "--key", "all"])
        #expect(result.status == 0, "\(result.error)")
        #expect(result.error == "cairnctl: the project nope has no events\n")
      }
      let without = try Command.run(["trend", "--collector", address, "--key", "all"])
      #expect(without.status == 1 && without.error.hasSuffix("--project NAME, such as shop\n"))
      let plan = try ask(address, "trend", "Opened", "--by", "plann", "--from", "2026-11-25")
      #expect(plan.error == "cairnctl: none of these events has the property plann\n")
    }
  }

  @Test("a wrong key, a wrong value and no collector are failures with a reason")
  func failures() async throws {
    try await run { address in
      let key = try Command.run(["trend", "--collector", address, "--key", "other"])
      #expect(key.status == 1 && key.error.contains("read key"))
      let zone = try ask(address, "trend", "--zone", "Mars")
      #expect(zone.status == 1 && zone.error.contains("zone must be UTC or an IANA name"))
      #expect(try ask(address, "funnel", "Opened").status == 64)
      #expect(try ask(address, "trend", "--json", "--csv").status == 64)
    }
    let none = try Command.run(["events", "--collector", "http://127.0.0.1:9"])
    #expect(none.status == 1 && none.error.contains("does not answer"))
    #expect(try Command.run(["events", "--collector", "ftp://x"]).status == 64)
  }

  @Test("sparklines and bars are drawn to scale, and CSV cells are quoted")
  func drawings() {
    #expect(Sparkline.text([0, 1, 4, 8]) == " ▁▄█")
    #expect(Sparkline.text([]) == "" && Sparkline.text([0]) == " ")
    #expect(Sparkline.bar(8, of: 8, width: 2) == "██")
    #expect(Sparkline.bar(1, of: 1_000, width: 2) == "▏")
    #expect(Sparkline.bar(0, of: 0, width: 2).isEmpty)
    #expect(CSV.text([["a", "b,c", "\"", "-5", "-x"]]) == "a,\"b,c\",\"\"\"\",-5,'-x\r\n")
  }
}
