import Foundation
import Testing

@testable import CairnCollector

@Suite("Live never delays the events that it shows")
struct LiveFeedTests {
  private func refusals(_ count: Int) -> [EventVerdict] {
    (0..<count).map { .refused(messageID: "\($0)", EventRefusal(.type, "type missing")) }
  }

  @Test("a slow viewer gets at most the events that fit, and the number of skipped ones")
  func slow() throws {
    let feed = LiveFeed()
    let seat = try feed.join(nil)
    for _ in 0..<5 { feed.publish("shop", refusals(60), [], at: 7) }
    let part = seat.take()
    #expect(part.items.count == LiveFeed.maxWaiting)
    #expect(part.counts[.refused] == 300 && part.skipped == 300 - LiveFeed.maxWaiting)
    #expect(part.items.first?.reason == "type missing")
    #expect(seat.take().isEmpty)
  }

  @Test("nothing is prepared without a viewer of the project")
  func unwatched() throws {
    let feed = LiveFeed()
    let wasAsked = Locked(false)
    let time = {
      wasAsked.withLock { $0 = true }
      return Int64(0)
    }
    feed.publish("shop", refusals(1), [], at: time())
    let seat = try feed.join("blog")
    feed.publish("shop", refusals(1), [], at: time())
    #expect(!wasAsked.withLock { $0 } && seat.take().isEmpty)
    feed.publish("blog", refusals(1), [], at: time())
    #expect(wasAsked.withLock { $0 } && seat.take().items.count == 1)
  }

  @Test("a trusted proxy that is not a range of addresses is refused")
  func seats() throws {
    let feed = LiveFeed()
    var seats = try (0..<LiveFeed.maxViewers).map { _ in try feed.join(nil) }
    #expect(throws: Refusal.self) { try feed.join(nil) }
    seats.removeLast()
    #expect(feed.viewers == LiveFeed.maxViewers - 1)
    seats.append(try feed.join(nil))
    #expect(seats.count == feed.viewers)
  }

  @Test("a shutdown ends the streams, and begins no more")
  func close() async throws {
    let feed = LiveFeed()
    let seat = try feed.join(nil)
    feed.close()
    for await _ in seat.signals {}
    #expect(throws: Refusal.self) { try feed.join(nil) }
  }

  @Test("texts are short and visible in the stream")
  func texts() throws {
    let feed = LiveFeed()
    let seat = try feed.join(nil)
    let refusal = Refusal.badRequest("c", String(repeating: "x\u{202E}\n", count: 10_000))
    feed.publish("shop", refusal: refusal, at: 1_000)
    let json = seat.take().json
    #expect(json.utf8.count < 2_000 && !json.contains("\u{202E}") && !json.contains("\n"))
    _ = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
  }
}
