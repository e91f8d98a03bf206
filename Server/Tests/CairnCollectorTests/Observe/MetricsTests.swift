import Foundation
import PostgreSQLClient
import Testing
import ToolTestSupport

@testable import CairnCollector

@Suite("A collector serves metrics for Prometheus")
struct MetricsTests {
  @Test("the values are those of the traffic", arguments: StoreEngine.installed)
  func values(engine: StoreEngine) async throws {
    try await Self.run(engine) { running, read in
      let before = try await read()
      let old = StoreEvents.id(milliseconds: EventDay.milliseconds, 1)
      _ = try await running.client.send("DELETE", "/v1/users/gone?project=KEY")
      let gone = StoreEvents.event("g", user: "gone", at: "2020-01-01T00:00:00Z")
      let events = ["a", "b", old].map { Batches.track($0) } + [gone, "7", #"{"type":"x"}"#]
      #expect(try await running.client.post(Batches.body(events)).status == 200)
      let other = Batches.track("b", more: #","x":1"#)
      _ = try await running.client.post(Batches.body([Batches.track("a"), other]))
      #expect(try await running.client.post("{").status == 400)
      #expect(try await running.client.get("/v1/events?after=x.y.z").status == 400)
      let metrics = try await read()
      let added = { (name: String, labels: [String: String]) in
        (metrics[name, labels] ?? .nan) - (before[name, labels] ?? .nan)
      }
      let fates = ["stored", "duplicate", "conflict", "refused", "expired", "erased"]
      let counts = fates.map { added("cairn_events_total", ["fate": $0]) }
      #expect(counts == [2, 1, 1, 2, 1, 1])
      let rules = ["object", "message_id", "size"]
      #expect(rules.map { added("cairn_refused_events_total", ["rule": $0]) } == [1, 1, 0])
      let statuses = ["2xx", "4xx", "5xx", "aborted"].map {
        added("cairn_requests_total", ["route": "/v1/batch", "status": $0])
      }
      #expect(statuses == [2, 1, 0, 0])
      let route = ["route": "/v1/batch"]
      #expect(added("cairn_request_duration_seconds_count", route) == 3)
      #expect(added("cairn_request_duration_seconds_sum", route) > 0)
      #expect(added("cairn_commit_events_count", [:]) == 2)
      #expect(added("cairn_commit_events_sum", [:]) == 6)
      #expect(added("cairn_commit_duration_seconds_count", [:]) == 2)
      #expect(metrics["cairn_ready"] == 1)
      #expect(metrics["cairn_waiting_requests"] == 0)
      #expect(metrics["cairn_oldest_waiting_seconds"] == 0)
      #expect(
        metrics["cairn_build_info", ["version": CollectorVersion.text, "store": engine.rawValue]]
          == 1)
      #expect(try #require(metrics["cairn_database_bytes"]) > 1_000)
      #expect((metrics["cairn_database_free_bytes"] != nil) == (engine == .sqlite))
    }
  }

  @Test("a store that fails, and requests that wait for it, are visible")
  func failing() async throws {
    try await Self.run(.sqlite) { running, read in
      let lock = try await DatabaseLock(running.databasePath)
      let answer = Task { try await running.client.post(Batches.tracks(["a"])) }
      try await eventually("the request waits") {
        let metrics = try await read()
        return try metrics["cairn_waiting_requests"] == 1
          && #require(metrics["cairn_oldest_waiting_seconds"]) > 0
          && #require(metrics["cairn_waiting_bytes"]) > 0
      }
      #expect(try await answer.value.status == 503)
      let metrics = try await read()
      let labels = ["operation": "commit", "kind": "unavailable"]
      #expect(metrics["cairn_store_errors_total", labels] == 1)
      try await lock.release()
    }
  }

  @Test("unknown senders cannot create time series")
  func bounded() async throws {
    try await Self.run(.sqlite) { running, read in
      let before = try await read().samples.count
      for number in 0..<50 {
        _ = try await running.client.get("/x\(number)/y")
        _ = try await running.client.get("/v1/settings/key\(number)")
        _ = try await running.client.send("M\(number)", "/v1/batch")
        _ = try await running.client.post(Batches.tracks(["\(number)"]), key: "project\(number)")
      }
      let after = try await read()
      #expect(after.samples.count == before)
      let other = ["route": "other", "status": "4xx"]
      #expect(after["cairn_requests_total", other] == 50)
    }
  }

  @Test(
    "the metrics include descriptors, memory and processor time of the process",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")))
  func process() async throws {
    try await Self.run(.sqlite) { _, read in
      let metrics = try await read()
      #expect(try #require(metrics["process_open_fds"]) > 3)
      #expect(
        try #require(metrics["process_max_fds"]) > #require(metrics["process_open_fds"]))
      #expect(try #require(metrics["process_resident_memory_bytes"]) > 1_000_000)
      #expect(try #require(metrics["process_cpu_seconds_total"]) > 0)
    }
  }

  @Test("the port of the metrics serves nothing else, and the other one no metrics")
  func ports() async throws {
    try await TestCollector.run {
      $0.metricsPort = 0
    } _: { running in
      let port = try #require(await running.collector.boundMetricsPort())
      #expect(try await TestClient(port: port).get("/v1/events").status == 404)
      #expect(try await running.client.get("/metrics").status == 404)
      let answer = try await TestClient(port: port).get("/metrics")
      #expect(answer.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
    }
  }

  @Test("a port in use is an error that names it")
  func portTaken() async throws {
    try await TestCollector.run { running in
      var configuration = CollectorConfiguration(databasePath: running.databasePath + "2")
      (configuration.port, configuration.metricsPort) = (0, running.port)
      let second = try Collector(configuration, logger: .quiet)
      let error = await #expect(throws: CollectorError.self) { try await second.run() }
      #expect(error?.code == .cannotListen)
      #expect(error?.message.contains("\(running.port)") == true)
    }
  }

  @Test(
    "promtool accepts the metrics",
    .enabled(
      if: Installed.isInCI || Installed.path(of: "promtool") != nil, "promtool is not installed"))
  func promtool() async throws {
    let tool = try #require(Installed.path(of: "promtool"))
    try await TestCollector.run {
      $0.metricsPort = 0
    } _: { running in
      _ = try await running.client.post(Batches.tracks(["a"]))
      let port = try #require(await running.collector.boundMetricsPort())
      let text = try await TestClient(port: port).get("/metrics").text
      let folder = try TemporaryFolder()
      defer { folder.remove() }
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("metrics")))
      let result = try Command.run(
        URL(fileURLWithPath: "/bin/sh"),
        ["-c", "exec \"$0\" check metrics < \"$1\"", tool, folder.path("metrics")])
      #expect(result.status == 0 && (result.output + result.error).isEmpty, "\(result)")
    }
  }

  static func run(
    _ engine: StoreEngine,
    _ body:
      @Sendable (TestCollector, @Sendable () async throws -> PrometheusParser) async throws
      -> Void
  ) async throws {
    let url = engine == .sqlite ? nil : try await PostgreSQLServer.shared?.database()
    try await TestCollector.run {
      $0.storeURL = url
      $0.metricsPort = 0
      $0.retentionDays = 10_000
    } _: { running in
      let port = try #require(await running.collector.boundMetricsPort())
      // The retention is recorded at the start.
      try await eventually("old events are refused") {
        let old = StoreEvents.id(milliseconds: 0, 9)
        let answer = try await TestClient(port: running.port).post(Batches.tracks([old]))
        return try answer.batch().refused == 1
      }
      let read = { @Sendable () async throws -> PrometheusParser in
        try PrometheusParser(try await TestClient(port: port).get("/metrics").text)
      }
      try await body(running, read)
    }
  }
}
