import Cairn
import CairnTesting
import Foundation
import Testing

/// P4 and P7: an event that the disk loses after its batch was sealed.
@Suite struct DamagedBatchTests {
  let clock = ManualClock()
  let storage = TestStorage()
  let server = RecordingDestination()

  private func start() async -> Analytics {
    await launch(Configuration(destinations: [server]), clock, storage)
  }

  /// Records these events, seals them, and damages one of them on the disk.
  private func sealed(
    _ names: [String], damaging name: String, by other: (any Destination)? = nil
  ) async throws {
    let analytics = await launch(Configuration(destinations: [other ?? server]), clock, storage)
    server.answerNext(.later(afterSeconds: nil, reason: "later"))
    for name in names { analytics.track(name) }
    await analytics.flush()
    let folder = try #require(analytics.engine?.journal.directory)
    await analytics.close(flushingForSeconds: 0)
    var found = 0
    for file in try storage.files.list(folder) {
      let file = try OpenFile("\(folder)/\(file)", .readWrite, in: storage.files)
      let bytes = try file.read(file.status().size, at: 0)
      let needle = Array(name.utf8)
      for place in 0..<max(0, bytes.count - needle.count)
      where bytes[place..<place + needle.count].elementsEqual(needle) {
        try file.write([0], at: place)
        found += 1
      }
    }
    #expect(found == 1)
  }

  @Test("a lost event of a batch that is answered event by event counts as damaged")
  func partial() async throws {
    try await sealed(["One", "Two", "Three"], damaging: "Two")
    server.answerNext(.partial(refused: [1: "bad"], again: []))
    let analytics = await start()
    let row = analytics.ledger().destinations[0]
    #expect(row.damaged == 1 && row.delivered == 1 && row.deadLettered == 1, "\(row)")
    #expect(row.balances && row.pending == 0)
    #expect(server.batches.last?.events.count == 2)
    await analytics.close()
  }

  @Test("an event that is refused alone and is lost counts as damaged, without a dead letter")
  func alone() async throws {
    try await sealed(["One"], damaging: "One")
    server.answerNext(.refused("bad"))
    let analytics = await start()
    let row = analytics.ledger().destinations[0]
    #expect(row.damaged == 1 && row.deadLettered == 0, "\(row)")
    #expect(row.balances && row.pending == 0)
    await analytics.close()
  }

  @Test("a batch that is accepted as a whole counts as delivered, including a lost event")
  func accepted() async throws {
    try await sealed(["One", "Two"], damaging: "Two")
    let analytics = await start()
    let row = analytics.ledger().destinations[0]
    #expect(row.delivered == 2 && row.damaged == 0, "\(row)")
    await analytics.close()
  }
}

/// Responses of servers about an event whose record is gone, although it is in the body.
extension DamagedBatchTests {
  /// A server that responds to each event of a body according to its name, by default that it is
  /// stored.
  final class Judge: HTTPTransport {
    let words = Locked<[String: String]?>(nil)

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      guard let words = words.withLock({ $0 }) else { throw URLError(.networkConnectionLost) }
      let events = Value(json: request.body)?["batch"]?.arrayValue ?? []
      let results = events.map { event -> Value in
        let word = event["event"]?.stringValue.flatMap { words[$0] } ?? "ok"
        return .object(["messageId": event["messageId"] ?? .null, "result": .string(word)])
      }
      return HTTPResponse(status: 200, body: Value.object(["results": .array(results)]).json)
    }
  }

  @Test(
    "an event that the server did not accept is not counted as delivered if its record is gone",
    arguments: [
      ("refused", false), ("drop", false), ("retry", false), ("conflict", false), ("ok", true),
      ("duplicate", true),
    ])
  func answered(word: String, isDelivered: Bool) async throws {
    let judge = Judge()
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    let server = HTTPDestination(
      endpoint: url, writeKey: "key", compresses: false, transport: judge)
    try await sealed(["One", "Two", "Three"], damaging: "Two", by: server)
    judge.words.withLock { $0 = ["Two": word] }
    let analytics = await launch(Configuration(destinations: [server]), clock, storage)
    await analytics.flush()
    let row = analytics.ledger().destinations[0]
    #expect(
      row.delivered == (isDelivered ? 3 : 2) && row.damaged == (isDelivered ? 0 : 1), "\(row)")
    #expect(row.balances && row.pending == 0 && row.deadLettered == 0, "\(row)")
    await analytics.close()
  }

  /// A destination that refuses `Two` when it seals, and accepts everything else.
  final class Choosy: Destination {
    let name = "choosy"
    let isUp = Locked(false)

    func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
      MappedBatch(events, context: context) { event throws(DeliveryRejection) in
        if event.name == "Two" { throw "not this one" }
        return ["name": .string(event.name)]
      }.body
    }

    func deliver(_ batch: Batch) async -> Outcome {
      guard isUp.withLock({ $0 }) else { return .later(afterSeconds: nil, reason: "down") }
      return MappedBatch(batch)?.outcome(.accepted) ?? .refused("damaged")
    }
  }

  @Test("an event that was refused at sealing does not count as delivered")
  func refusedAtSealing() async throws {
    let server = Choosy()
    try await sealed(["One", "Two", "Three"], damaging: "Two", by: server)
    server.isUp.withLock { $0 = true }
    let analytics = await launch(Configuration(destinations: [server]), clock, storage)
    await analytics.flush()
    let row = analytics.ledger().destinations[0]
    #expect(row.delivered == 2 && row.damaged == 1 && row.pending == 0, "\(row)")
    await analytics.close()
  }
}
