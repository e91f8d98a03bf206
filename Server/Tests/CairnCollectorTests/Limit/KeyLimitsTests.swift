import Foundation
import HTTPTypes
import Testing

@testable import CairnCollector

@Suite("Each write key may send a number of requests and of events")
struct KeyLimitsTests {
  @Test("the attributes of the key file have precedence, and change without a restart")
  func file() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("keys")
    try write(["quota=5", ""], path)
    try await TestCollector.run {
      $0.keysPath = path
      $0.eventsPerDayOfKey = 2
    } _: { running in
      let send = { (key: String, ids: [String]) in
        try await running.client.post(Batches.tracks(ids), key: key)
      }
      #expect(try await send("K0", ["a", "b", "c"]).status == 200)
      // What is stored already does not count.
      #expect(try await send("K0", ["a", "b", "c", "d"]).status == 200)
      #expect(try await send("K0", ["e"]).status == 200)
      let refused = try await send("K0", ["f"])
      #expect(try refused.status == 429 && refused.error().code == "quotaExceeded")
      let wait = try #require(Int(refused.header("Retry-After") ?? ""))
      #expect((1...86_400).contains(wait))
      #expect(try await send("K1", ["g", "h"]).status == 200)
      #expect(try await send("K1", ["i"]).status == 429)
      try write(["quota=6", "quota=3"], path)
      #expect(try await send("K0", ["f"]).status == 200)
      #expect(try await send("K1", ["i"]).status == 200)
      #expect(try await send("K0", ["j"]).status == 429)
      #expect(running.collector.statistics().stored == 9)
    }
  }

  @Test("a key that sends too often does not slow another one down, also with the key in the body")
  func rate() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("keys")
    try write(["rate=1", "rate=1000000"], path)
    try await TestCollector.run {
      $0.keysPath = path
    } _: { running in
      // At the same time, so that a busy machine sends more than one in a second.
      let client = running.client
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<30 {
          let body = Batches.body([Batches.track("\(number)")], more: #","writeKey":"K0""#)
          group.addTask { try await client.post(body, key: nil).status }
        }
        return try await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(Set(statuses) == [200, 429] && statuses.count { $0 == 200 } >= 2)
      for number in 0..<20 {
        let other = try await client.post(Batches.tracks(["o\(number)"]), key: "K1")
        #expect(other.status == 200)
      }
    }
  }

  @Test("a quota begins again with the day")
  func day() throws {
    let now = Locked<Int64>(EventDay.milliseconds * 20_000 + 86_399_000)
    let limits = KeyLimits { now.withLock { $0 } }
    let grant = WriteGrant(id: "x", project: "shop", quota: 1)
    try limits.check(grant)
    limits.count(1, of: grant)
    let refusal = #expect(throws: Refusal.self) { try limits.check(grant) }
    #expect(refusal?.headers[.retryAfter] == "1")
    now.withLock { $0 += 1_000 }
    try limits.check(grant)
  }

  @Test(
    "an attribute that is not valid keeps the previous keys",
    arguments: ["rate=0", "rate=x", "quota=", "rate", "origins=*", "origins=a.example", "x=1"])
  func wrong(attribute: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("keys")
    try write(["", attribute], path)
    #expect(throws: CollectorError.self) { try KeyFile(path, logger: .quiet) }
  }

  private func write(_ attributes: [String], _ path: String) throws {
    let lines = attributes.enumerated().map { number, attribute in
      "write \(Keys.digest("K\(number)")) shop \(attribute)"
    }
    try Data(lines.joined(separator: "\n").utf8).write(
      to: URL(fileURLWithPath: path), options: .atomic)
  }
}
