import ToolTestSupport
import Foundation
import Testing

@Suite struct BenchTests {
  @Test("the report of bench journal has its keys, and no files remain")
  func journal() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Command.runLab(
      "bench", "journal", "--json", "--events", "3000", "--appends", "2000", "--commits", "8",
      "--runs", "1", "--folder", folder.path)
    #expect(result.status == 0, "\(result.error)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(
      Set(report.keys) == [
        "append", "singleCommit", "groupCommit", "openMillis", "openRSSBytes", "openEvents",
        "openBytes", "verifyMBPerSecond", "bare", "sqlite", "runs", "machine",
      ])
    #expect((report["append"] as? [String: Any])?["p50"] as? Int ?? 0 > 0)
    #expect((report["groupCommit"] as? [String: Any])?["appendsPerSecond"] as? Int ?? 0 > 0)
    #expect(report["openEvents"] as? Int == 3_000)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("the report of bench track has its keys, and its steps add up to a call")
  func track() throws {
    let result = try Command.runLab(
      "bench", "track", "--json", "--calls", "2000", "--paced-calls", "100")
    #expect(result.status == 0, "\(result.error)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(
      Set(report.keys).subtracting(["allocationsPerCall"]) == [
        "track", "trackBuilt", "trackVariables", "pwrite", "sqlite", "steps", "ratio",
        "eventsPerSecond", "bytesPerPayloadByte", "paced",
      ])
    let steps = try #require(report["steps"] as? [String: Int])
    #expect(
      Set(steps.keys) == [
        "clocks", "event", "locks", "identifier", "encoding", "check", "write", "rest",
      ])
    #expect(steps.allSatisfy { $0.key == "rest" || $0.value > 0 }, "\(steps)")
    let call = (report["track"] as? [String: Any])?["p50"] as? Int
    #expect(steps.values.reduce(0, +) == call)
  }

  @Test("too small numbers are refused")
  func refused() throws {
    #expect(try Command.runLab("bench", "journal", "--runs", "0").status == 64)
  }

  @Test("bench collect stores what it sends, and compares each load with the engine alone")
  func collect() throws {
    let batches = try collect(
      "--batches", "20", "100", "--connections", "1", "4", "--runs", "3", engine: "SQLite")
    #expect(batches.map { $0["size"] as? Int } == [20, 100])
    for batch in batches {
      let loads = try #require(batch["loads"] as? [[String: Any]])
      #expect(loads.map { $0["connections"] as? Int } == [1, 4])
      let rates = loads.map { $0["events"] } + [batch["alone"]]
      for rate in rates.map({ $0 as? [String: Any] }) {
        #expect(rate?["perSecond"] as? Int ?? 0 > 0)
        #expect(rate?["processorMicros"] as? Double ?? 0 > 0)
      }
      #expect(loads.allSatisfy { $0["clientProcessorMicros"] as? Double ?? 0 > 0 })
    }
  }

  @Test("bench collect sends at most its rate of events in a second")
  func offered() throws {
    let began = ContinuousClock.now
    let batches = try collect(
      "--batches", "20", "--connections", "4", "--rate", "400", engine: "SQLite")
    let load = try #require((batches.first?["loads"] as? [[String: Any]])?.first)
    let rate = try #require((load["events"] as? [String: Any])?["perSecond"] as? Int)
    #expect(rate < 450)
    let (first, later) = (load["startNanos"], load["requestNanos"])
    for times in [first, later] {
      #expect((times as? [String: Any])?["p99"] as? Int ?? 0 > 0, "\(load)")
    }
    // The last of 20 batches is due after 950 ms.
    #expect(ContinuousClock.now - began > .milliseconds(950))
  }

  #if os(Linux)
  @Test(
    "bench collect measures PostgreSQL",
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/lib/postgresql")
        && FileManager.default.fileExists(atPath: "/usr/sbin/haproxy"),
      "`Scripts/bootstrap cluster` installs PostgreSQL and HAProxy"),
    arguments: [("postgresql", "PostgreSQL"), ("cluster", "PostgreSQL, 2 standbys")])
  func collect(store: String, engine: String) throws {
    let batches = try collect(
      "--batches", "100", "--connections", "4", "--store", store, engine: engine)
    let load = try #require((batches.first?["loads"] as? [[String: Any]])?.first)
    #expect((load["events"] as? [String: Any])?["perSecond"] as? Int ?? 0 > 0)
    #expect((batches.first?["alone"] as? [String: Any])?["perSecond"] as? Int ?? 0 > 0)
  }

  @Test(
    "bench ship ships what was stored, and compares it with both engines alone",
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/lib/postgresql")
        && FileManager.default.fileExists(atPath: "/usr/sbin/clickhouse-server"),
      "`Scripts/bootstrap cluster` installs PostgreSQL and ClickHouse"))
  func ship() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Command.runLab(
      "bench", "ship", "--json", "--events", "1200", "--runs", "2", "--folder", folder.path)
    #expect(result.status == 0, "\(result.error)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(report["runs"] as? Int == 2)
    // In whole batches.
    #expect(report["events"] as? Int == 1_500)
    #expect(report["shipments"] as? Int == 1)
    for key in ["shipped", "reading", "inserting", "alone"] {
      #expect((report[key] as? [String: Any])?["perSecond"] as? Int ?? 0 > 0, "\(key)")
    }
    #expect(report["ratio"] is Double)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
  #endif

  /// Runs the benchmark in a folder of its own, and returns the batches of its report.
  private func collect(_ options: String..., engine: String) throws -> [[String: Any]] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let chart = folder.path + "/chart.svg"
    let result = try Command.runLab(
      ["bench", "collect", "--json", "--events", "400", "--folder", folder.path, "--chart", chart]
        + options)
    #expect(result.status == 0, "\(result.error)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(
      Set(report.keys).subtracting(["rate"]) == [
        "batches", "engine", "events", "machine", "repeated", "runs",
      ])
    #expect(report["engine"] as? String == engine)
    #expect(try String(contentsOfFile: chart, encoding: .utf8).contains("stored in a second"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["chart.svg"])
    return try #require(report["batches"] as? [[String: Any]])
  }

  @Test("the report of bench questions has its keys, and a store is filled once")
  func questions() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for run in 0..<2 {
      let result = try Command.runLab(
        "bench", "questions", "--json", "--events", "3000", "--people", "100", "--rounds", "1",
        "--store", folder.path + "/events.sqlite")
      #expect(result.status == 0, "\(result.error)")
      let report = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      #expect(Set(report.keys) == ["events", "machine", "perSecond", "questions", "rounds"])
      #expect((report["perSecond"] as? Int == 0) == (run == 1))
      let questions = try #require(report["questions"] as? [[String: Any]])
      #expect(questions.count == 15)
      #expect(questions.allSatisfy { $0["medianMillis"] as? Double ?? 0 > 0 })
    }
  }

  @Test("the report of bench experiments has its keys")
  func experiments() throws {
    let result = try Command.runLab("bench", "experiments", "--json", "--visitors", "1000")
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(
      Set(report.keys) == [
        "decisions", "served", "decisionNanos", "hashNanos", "decision", "call", "callBesideWriter",
        "decisionsPerSecond", "checksum",
      ])
    #expect(report["decisions"] as? Int == 20_000)
    #expect(report["served"] as? Int ?? 0 > 10_000)
  }
}
