import CairnCollector
import Counterparts
import Foundation
import Testing

/// A body, and the number of its events that are stored.
struct AmplifyingBody: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var body: String
  var stored: Int
}

@Suite("A small request creates no large database and uses little memory")
struct AmplificationTests {
  static let smallEvents = (0..<500).map { Batches.track("m\($0)") }
  static let manyMembers = (0..<100_000).map { "\"k\($0)\":0" }.joined(separator: ",")

  static func text(_ bytes: Int) -> String { String(repeating: "x", count: bytes) }

  static let attacks = [
    AmplifyingBody(
      testDescription: "a context of 100 000 members",
      body: Batches.body(smallEvents, more: ",\"context\":{\(manyMembers)}"), stored: 0),
    AmplifyingBody(
      testDescription: "integrations of 100 000 members",
      body: Batches.body(smallEvents, more: ",\"integrations\":{\(manyMembers)}"), stored: 0),
    AmplifyingBody(
      testDescription: "a context as large as it may be",
      body: Batches.body(smallEvents, more: ",\"context\":{\"a\":\"\(text(32_000))\"}"), stored: 500
    ),
    AmplifyingBody(
      testDescription: "a time that is long",
      body: Batches.body(smallEvents, more: ",\"sentAt\":\"\(text(1_000_000))\""), stored: 500),
    AmplifyingBody(
      testDescription: "an event of 2 000 members",
      body: Batches.body([
        "{" + (0..<2_000).map { "\"k\($0)\":0" }.joined(separator: ",") + "}"
      ]), stored: 0),
  ]

  @Test("the files grow by at most twice the received bytes", arguments: attacks)
  func files(attack: AmplifyingBody) async throws {
    try await TestCollector.run { running in
      let before = size(running.databasePath)
      let packed = try await Tool.gzip(Data(attack.body.utf8))
      let reply = try await running.client.post(packed, headers: ["Content-Encoding": "gzip"])
      #expect(try reply.batch().accepted == attack.stored)
      #expect(size(running.databasePath) - before < 2 * attack.body.utf8.count + 1_000_000)
    }
  }

  @Test(
    "a body of small members is refused while it is scanned",
    arguments: ["{\(manyMembers)}", "{\"batch\":[],\(manyMembers)}"])
  func members(body: String) async throws {
    try await TestCollector.run { running in
      let packed = try await Tool.gzip(Data(body.utf8))
      let answer = try await running.client.post(packed, headers: ["Content-Encoding": "gzip"])
      #expect(answer.status == 400)
      #expect(try answer.error().message.contains("at most 100 members"))
    }
  }

  @Test("a batch of many more events than it may have is refused at the first one too many")
  func events() async throws {
    try await TestCollector.run { running in
      let body = "{\"batch\":[\((0..<1_000_000).map { _ in "0" }.joined(separator: ","))]}"
      let packed = try await Tool.gzip(Data(body.utf8))
      let answer = try await running.client.post(packed, headers: ["Content-Encoding": "gzip"])
      #expect(answer.status == 413)
      #expect(try answer.error().message.hasPrefix("the batch has more than 2500 events"))
    }
  }

  private func size(_ path: String) -> Int {
    ["", "-wal"].reduce(0) { sum, name in
      let values = try? FileManager.default.attributesOfItem(atPath: path + name)
      return sum + ((values?[.size] as? Int) ?? 0)
    }
  }
}
