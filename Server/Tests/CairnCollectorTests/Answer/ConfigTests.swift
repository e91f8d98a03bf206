import CairnExperiments
import Foundation
import InMemoryLogging
import Logging
import NIOCore
import Testing

@testable import CairnCollector

@Suite("The document of the experiments is a file, answered with a tag")
struct ConfigTests {
  let folder: TemporaryFolder
  var path: String { folder.path("config.json") }

  init() throws { folder = try TemporaryFolder() }

  func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

  static let good = #"{"account_id":"100","project":{"id":"200"},"experiences":[]}"#
  static let other = #"{"account_id":100,"project":{"id":200}}"#

  @Test("all answers share the bytes of one reading, so clients that do not read cost nothing")
  func shared() throws {
    defer { folder.remove() }
    try write(Self.good)
    let past = Date(timeIntervalSinceNow: -3_600)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: path)
    let file = ConfigFile(path, logger: Logger(label: "config"))
    let places = try (1...3).map { _ in
      try #require(file.read()).json.withUnsafeReadableBytes { $0.baseAddress }
    }
    #expect(Set(places).count == 1)
    try write(Self.other)
    let changed = try #require(file.read()).json
    #expect(String(decoding: changed.readableBytesView, as: UTF8.self) == Self.other)
  }

  @Test("the file is served unchanged, with 304 until it changes; a change takes effect at once")
  func tags() async throws {
    defer { folder.remove() }
    try write(Self.good)
    try await TestCollector.run({ $0.configPath = path }) {
      (running: TestCollector) async throws -> Void in
      let first = try await running.client.get("/v1/config/KEY?environment=live")
      #expect(first.status == 200)
      #expect(first.text == Self.good)
      #expect(first.header("Content-Type") == "application/json")
      let tag = try #require(first.header("ETag"))
      let again = try await running.client.get(
        "/v1/config/KEY", headers: ["If-None-Match": tag])
      #expect(again.status == 304)
      #expect(again.body.isEmpty)
      try write(Self.other)
      let changed = try await running.client.get(
        "/v1/config/KEY", headers: ["If-None-Match": tag])
      #expect(changed.status == 200)
      #expect(changed.text == Self.other)
      #expect(changed.header("ETag") != tag)
    }
  }

  static let broken = [
    "", "{", "[]", "no JSON", "{}", #"{"account_id":"100"}"#, #"{"error":{"code":1}}"#,
    #"{"account_id":"100","project":{}}"#, #"{"account_id":"","project":{"id":"1"}}"#,
    #"{"account_id":"100","project":{"id":"200"},"error":"internal"}"#,
    #"{"account_id":"100","project":{"id":"200"},"error":true}"#,
    #"{"account_id":true,"project":{"id":"200"}}"#, #"{"account_id":"1","project":{"id":false}}"#,
    #"{"account_id":{},"project":{"id":[]}}"#, #"{"account_id":"1","project":"2"}"#,
  ]

  @Test(
    "the SDK and the collector accept the same documents",
    arguments: broken + [
      good, other, #"{"account_id":"1","project":{"id":"2"},"error":null}"#,
      #"{"account_id":1.5,"project":{"id":"2"},"error":false}"#,
    ])
  func asTheSDK(_ text: String) async throws {
    defer { folder.remove() }
    try write(text)
    let isDocument = (try? ExperimentDocument(json: text.utf8)) != nil
    try await TestCollector.run({ $0.configPath = path }) {
      (running: TestCollector) async throws -> Void in
      let answer = try await running.client.get("/v1/config/KEY")
      #expect(answer.status == (isDocument ? 200 : 503))
    }
  }

  @Test("an invalid or removed file leaves the last valid document in effect")
  func keeps() async throws {
    defer { folder.remove() }
    let log = InMemoryLogHandler()
    try await TestCollector.run(
      logger: Logger(label: "test") { _ in log }, { $0.configPath = path }
    ) { (running: TestCollector) async throws -> Void in
      let none = try await running.client.get("/v1/config/KEY")
      #expect(none.status == 503)
      #expect(try none.error().code == "configUnavailable")
      try write(Self.broken[0])
      #expect(try await running.client.get("/v1/config/KEY").status == 503)
      try write(Self.good)
      #expect(try await running.client.get("/v1/config/KEY").text == Self.good)
      for text in Self.broken {
        try write(text)
        #expect(try await running.client.get("/v1/config/KEY").text == Self.good, "\(text)")
      }
      try FileManager.default.removeItem(atPath: path)
      #expect(try await running.client.get("/v1/config/KEY").text == Self.good)
      try write(Self.other)
      #expect(try await running.client.get("/v1/config/KEY").text == Self.other)
      #expect(try await running.client.get("/v1/config/KEY").text == Self.other)
    }
    let lines = log.entries.filter { $0.level == .warning }.map(\.message.description)
    #expect(lines.first == "the experiments file cannot be read; there is none yet")
    #expect(
      lines.last == "the experiments file cannot be read; the last valid one stays in effect")
    // A problem is logged once, until it changes.
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 != $1 })
    #expect(lines.count < 3 + Self.broken.count)
  }

  @Test("only a known key gives access, and without a file the status is 404")
  func keys() async throws {
    defer { folder.remove() }
    try write(Self.good)
    try await TestCollector.run({
      $0.configPath = path
      $0.writeKeys = ["a key": "project"]
    }) { (running: TestCollector) async throws -> Void in
      #expect(try await running.client.get("/v1/config/a%20key").status == 200)
      #expect(try await running.client.get("/v1/config/other").status == 401)
      #expect(try await running.client.get("/v1/config/").status == 404)
      #expect(try await running.client.post("{}", to: "/v1/config/a%20key").status == 405)
    }
    try await TestCollector.run { (running: TestCollector) async throws -> Void in
      #expect(try await running.client.get("/v1/config/KEY").status == 404)
    }
  }
}
