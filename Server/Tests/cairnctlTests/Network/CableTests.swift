import ToolTestSupport
import Foundation
import Testing

/// S-131, S-133: a collector and an app on two machines, and the cable between them is unplugged
/// and plugged in again.
///
/// Skipped when this process may not create network namespaces, which requires Linux and the
/// superuser.
@Suite(
  .serialized,
  .enabled(if: TwoMachines.areAllowed, "network namespaces need Linux and the superuser"))
final class CableTests {
  private let machines: TwoMachines
  private let folder: URL
  private let collector: RunningProcess
  private let app: RunningProcess

  init() throws {
    machines = try TwoMachines()
    try machines.waitUntilConnected()
    folder = FileManager.default.temporaryDirectory.appending(path: "cable-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    collector = try RunningProcess(
      machines.command(
        on: .server,
        [
          Command.tool.path, "collect", "--host", "0.0.0.0", "--port", "8080",
          "--database", folder.path + "/events.sqlite", "--write-key", "workload",
        ]))
    _ = collector.line()
    let workload = Command.program("journalworkload")
    app = try RunningProcess(
      machines.command(
        on: .client,
        [
          workload.path, "stay", "--directory", folder.path + "/journal", "--endpoint",
          "http://\(TwoMachines.serverAddress):8080", "--log", folder.path + "/log",
        ]))
  }

  deinit {
    app.stop()
    collector.stop()
    machines.remove()
    try? FileManager.default.removeItem(at: folder)
  }

  @Test(
    "without the link a thousand events make no request; when it is back all are there, in order",
    arguments: [TwoMachines.Side.client, .server])
  func cable(side: TwoMachines.Side) throws {
    #expect(app.line() == "ready")
    #expect(app.ask("track 1") == "tracked 1")
    try wait { try self.counts().stored == 1 }
    try machines.set(side, up: false)
    // The SDK has received the kernel's message.
    try wait { self.codes.contains("network.offline") }
    let before = try counts()
    let attempts = try #require(app.ask("report")).split(separator: " ")[0]
    #expect(app.ask("track 1000") == "tracked 1001")
    // The interval has passed, and the SDK has decided not to try.
    try wait { self.app.ask("report") == "\(attempts) 1000 offline" }
    #expect(try counts() == before)
    try machines.set(side, up: true)
    try machines.waitUntilConnected()
    // Only the kernel's message ends the wait for a network, not an interval.
    try wait { try self.counts().stored == 1_001 }
    #expect(try counts().duplicates == 0)
    collector.stop()
    #expect(try numbers() == Array(1...1_001))
    #expect(codes.filter { $0.hasPrefix("network.") } == ["network.offline", "network.online"])
  }

  struct Counts: Equatable {
    var requests: Int
    var stored: Int
    var duplicates: Int
  }

  private func counts() throws -> Counts {
    let health = try #require(try get("/health") as? [String: Any])
    return Counts(
      requests: health["requests"] as? Int ?? -1, stored: health["stored"] as? Int ?? -1,
      duplicates: health["duplicates"] as? Int ?? -1)
  }

  /// Returns all events in the order in which they were stored.
  private func numbers() throws -> [Int] {
    // Without a read key, events can be read only on loopback and without write keys.
    let reader = try RunningProcess(
      machines.command(
        on: .server,
        [
          Command.tool.path, "collect", "--port", "8080", "--database",
          folder.path + "/events.sqlite",
        ]))
    defer { reader.stop() }
    _ = reader.line()
    return try [0, 1_000].flatMap { after -> [Int] in
      let page = try #require(
        try get("/v1/events?limit=1000&after=\(after)") as? [String: Any])
      let events = page["events"] as? [[String: Any]] ?? []
      return events.compactMap { item in
        let event = item["event"] as? [String: Any]
        return (event?["properties"] as? [String: Any])?["number"] as? Int
      }
    }
  }

  private var codes: [String] {
    let text = try? String(contentsOfFile: folder.path + "/log", encoding: .utf8)
    return text?.split(separator: "\n").map(String.init) ?? []
  }

  /// Sends a request on the collector's machine, which needs no cable.
  private func get(_ path: String) throws -> Any {
    let result = try Command.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      machines.command(
        on: .server,
        [
          "curl", "--silent", "--user", "workload:",
          "http://127.0.0.1:8080\(path)",
        ]))
    return try JSONSerialization.jsonObject(with: Data(result.output.utf8))
  }

  /// Each check is a separate process, so this does not spin; the limit is for a test that hangs.
  private func wait(until isSo: () throws -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(300)
    while try !isSo() {
      if ContinuousClock.now > deadline { throw Timeout() }
    }
  }

  struct Timeout: Error {}
}
