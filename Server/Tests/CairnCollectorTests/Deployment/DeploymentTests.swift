import Foundation
import Testing
import ToolTestSupport

@testable import CairnCollector

@Suite("The files for the operation of a collector are valid")
struct DeploymentTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appending(path: "../../../Deployment").standardizedFileURL

  @Test(
    "every metric of the alert rules and of the dashboard is one that a collector exports",
    arguments: ["alerts.yml", "grafana-dashboard.json"])
  func metrics(file: String) async throws {
    let text = try Self.text(file)
    if file.hasSuffix("json") {
      let dashboard = try JSONDecoder().decode(Dashboard.self, from: Data(text.utf8))
      #expect(dashboard.panels.allSatisfy { !$0.title.isEmpty && !$0.targets.isEmpty })
      #expect(Set(dashboard.panels.map(\.id)).count == dashboard.panels.count)
    }
    try await MetricsTests.run(.sqlite) { running, read in
      _ = try await running.client.post(Batches.tracks(["a"]))
      let known = Set(try await read().samples.map(\.name))
      let named = Set(text.matches(of: /\b(?:cairn|process)_[a-z_]+/).map { String($0.output) })
      #expect(named.count > 5 && named.subtracting(known).isEmpty, "\(named.subtracting(known))")
    }
  }

  @Test(
    "promtool accepts the alert rules",
    .enabled(
      if: Installed.isInCI || Installed.path(of: "promtool") != nil, "promtool is not installed"))
  func rules() throws {
    let result = try Self.run("promtool", "check", "rules", Self.path("alerts.yml"))
    #expect(result.status == 0, "\(result)")
  }

  @Test(
    "systemd accepts the unit",
    .enabled(if: Installed.path(of: "systemd-analyze") != nil, "systemd is not installed"))
  func unit() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("cairn-collector.service")
    let text = try Self.text("cairn-collector.service")
    try Data(text.replacing("/usr/local/bin/cairnctl", with: Command.tool.path).utf8)
      .write(to: URL(fileURLWithPath: path))
    let result = try Self.run("systemd-analyze", "verify", path)
    #expect(result.status == 0 && result.error.isEmpty, "\(result)")
  }

  @Test("a collector accepts the options of the unit and of the container")
  func options() throws {
    for file in ["cairn-collector.service", "Containerfile"] {
      // The options of collect are behind its name; those of the build are before it.
      let text = try Self.text(file).split(separator: /cairnctl[\x22, ]+collect/).last ?? ""
      let options = Set(text.matches(of: /[ \x22](--[a-z-]+)/).map { String($0.1) })
      let help = try Command.run("collect", "--help").output
      #expect(options.count > 4 && options.allSatisfy { help.contains("\($0) ") }, "\(options)")
    }
  }

  @Test(
    "HAProxy passes no client to a collector that drains, and forwards the client's address",
    .enabled(if: Installed.path(of: "haproxy") != nil, "HAProxy is not installed"))
  func haproxy() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let collectors = try (0..<2).map { number in
      try RunningProcess([
        Command.tool.path, "collect", "--port", "0", "--database",
        folder.path("\(number).sqlite"), "--drain", "3", "--trusted-proxy", "127.0.0.1",
        "--rate-per-address", "100000",
      ])
    }
    let ports = try collectors.map { try DrainTests.client($0).port }
    let port = try Self.freePort()
    let path = folder.path("haproxy.cfg")
    let text = try Self.text("haproxy.cfg").replacing(":8088", with: ":\(port)")
      .replacing("maxconn 8000", with: "maxconn 400")
      .replacing(":8081", with: ":\(ports[0])").replacing(":8082", with: ":\(ports[1])")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let tool = try #require(Installed.path(of: "haproxy"))
    let check = try Command.run(URL(fileURLWithPath: tool), ["-c", "-f", path])
    #expect(check.status == 0, "\(check)")
    let proxy = try RunningProcess([tool, "-db", "-f", path])
    let client = TestClient(port: port)
    try await eventually("the proxy answers") {
      try #require(proxy.isRunning)
      return (try? await client.get("/health/ready").status) == 200
    }
    // A key is required behind a proxy.
    #expect(try await client.get("/v1/events").status == 403)
    var sent = 0
    let send = { (id: Int) in try await client.post(Batches.tracks(["\(id)"])).status }
    for _ in 0..<50 {
      #expect(try await send(sent) == 200)
      sent += 1
    }
    collectors[0].terminate()
    // Requests go on during the drain and after the end of the first collector.
    while collectors[0].isRunning {
      #expect(try await send(sent) == 200)
      sent += 1
    }
    for _ in 0..<50 {
      #expect(try await send(sent) == 200)
      sent += 1
    }
    #expect(collectors[0].waitForEnd() == 0)
    collectors[1].stop()
    proxy.crash()
    var stored = 0
    for number in 0..<2 {
      stored += try await TestCollector.run(at: folder.path("\(number).sqlite")) { running in
        running.collector.statistics().stored
      }
    }
    #expect(stored == sent)
  }

  private struct Dashboard: Decodable {
    struct Panel: Decodable {
      struct Target: Decodable { var expr: String }
      var id: Int
      var title: String
      var targets: [Target]
    }

    var panels: [Panel]
  }

  private static func path(_ name: String) -> String { folder.appending(path: name).path }

  static func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  private static func run(_ name: String, _ arguments: String...) throws -> Command.Result {
    try Command.run(URL(fileURLWithPath: #require(Installed.path(of: name))), arguments)
  }

  static func freePort() throws -> Int {
    let script =
      "import socket; s=socket.socket(); s.bind(('127.0.0.1',0)); print(s.getsockname()[1])"
    let result = try Command.run(URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", script])
    return try #require(Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)))
  }
}
