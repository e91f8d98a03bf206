import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct FileDestinationTests {
  let disk = InMemoryFileSystem(capacity: 64 << 20)

  func destination(bytes: Int = 10_000_000, files: Int? = 10) -> FileDestination {
    FileDestination(
      directory: "/events", maximumFileBytes: bytes, maximumFiles: files, files: disk)
  }

  func names() throws -> [String] { try disk.list("/events").sorted() }

  func contents(_ name: String) throws -> [UInt8] {
    let file = try OpenFile("/events/" + name, .read, in: disk)
    return try file.read(file.status().size, at: 0)
  }

  /// Returns the events in the files, in order; the lines must be complete.
  func events() throws -> [Value] {
    try names().flatMap { name -> [Value] in
      let bytes = try contents(name)
      #expect(bytes.isEmpty || bytes.last == UInt8(ascii: "\n"))
      return try bytes.split(separator: UInt8(ascii: "\n")).map { try #require(Value(json: $0)) }
    }
  }

  func ids() throws -> [String] { try events().compactMap { $0["messageId"]?.stringValue } }

  func batch(_ destination: FileDestination, _ captured: CapturedEvents) -> Batch {
    Batch(
      key: UUID(), events: captured.events,
      body: destination.seal(captured.events, context: captured.context), attempt: 0,
      milliseconds: 0)
  }

  func captured(_ count: Int) async -> CapturedEvents {
    await .recording { analytics in
      for number in 1...count { analytics.track("Event", ["n": .int(number), "e": "é\n"]) }
    }
  }

  @Test("a line is the event with its context, and the disk has it before the batch is settled")
  func line() async throws {
    let testing = TestAnalytics(deliveringTo: destination())
    testing.analytics.track("One", ["price": 19.9, "text": "a\nb\u{2028}"])
    testing.analytics.identify("user-1")
    await testing.analytics.flush()
    await testing.analytics.close()
    let events = try events()
    #expect(events.map { $0["type"] } == ["track", "identify"])
    #expect(events[0]["properties"] == ["price": 19.9, "text": "a\nb\u{2028}"])
    #expect(events[1]["userId"] == "user-1")
    #expect(
      events.allSatisfy { $0["context"]?["library"] == ["name": "cairn", "version": "0.1.0"] })
    #expect(try names() == ["file-000001.ndjson"])
  }

  @Test("an event's own context takes precedence over the common one")
  func ownContext() async throws {
    let event = try #require(await captured(1).events.first)
    let own = StoredEvent(
      id: event.id, kind: .track, milliseconds: 0,
      json: Array(#"{"messageId":"x","n":9223372036854775807,"context":{"a":2}}"#.utf8), of: event)
    let body = destination().seal([own], context: Array(#"{"a":1,"b":1}"#.utf8))
    #expect(
      String(decoding: body, as: UTF8.self)
        == #"{"context":{"a":2,"b":1},"messageId":"x","n":9223372036854775807}"# + "\n")
  }

  @Test("a file that is full is ended, and the oldest are deleted")
  func rotation() async throws {
    let destination = destination(bytes: 1_000, files: 3)
    let all = await captured(30)
    for start in stride(from: 0, to: 30, by: 6) {
      let part = CapturedEvents(
        events: Array(all.events[start..<start + 6]), context: all.context)
      #expect(await destination.deliver(batch(destination, part)) == .accepted)
    }
    let names = try names()
    #expect(names.count == 3)
    for name in names { #expect(try contents(name).count <= 1_000) }
    let kept = try ids()
    #expect(kept == all.events.map(\.id.description).suffix(kept.count))
  }

  @Test("a batch that is delivered again is not written again, by this process or the next")
  func again() async throws {
    let first = destination(bytes: 1_000, files: nil)
    let batch = batch(first, await captured(10))
    for destination in [first, first, destination(bytes: 1_000, files: nil)] {
      #expect(await destination.deliver(batch) == .accepted)
    }
    #expect(try ids() == batch.events.map(\.id.description))
  }

  @Test("a line that a crash has torn is cut off and written again", arguments: [1, 2, 30, 200])
  func torn(left: Int) async throws {
    let captured = await captured(5)
    func part(_ range: Range<Int>) -> Batch {
      batch(
        destination(),
        CapturedEvents(events: Array(captured.events[range]), context: captured.context))
    }
    #expect(await destination().deliver(part(0..<2)) == .accepted)
    let whole = part(2..<5)
    let size = try contents("file-000001.ndjson").count
    try OpenFile("/events/file-000001.ndjson", .readWrite, in: disk)
      .write(Array(whole.body.prefix(whole.body.count - left)), at: size)
    #expect(await destination().deliver(whole) == .accepted)
    #expect(try ids() == captured.events.map(\.id.description))
  }

  @Test("on a full disk a batch waits, and lines that were written are not written again")
  func fullDisk() async throws {
    let faults = Locked<Int?>(nil)
    let faulty = FaultyFileSystem(disk) { call in
      faults.withLock { left in
        guard call.bytes > 0, let count = left else { return .none }
        left = count - 1
        return count <= 0 ? .fail(ENOSPC) : .none
      }
    }
    let destination = FileDestination(
      directory: "/events", maximumFileBytes: 1_000, maximumFiles: nil, files: faulty)
    let batch = batch(destination, await captured(10))
    faults.withLock { $0 = 2 }
    guard case .later(nil, let reason) = await destination.deliver(batch) else {
      Issue.record("it took what it could not write")
      return
    }
    #expect(reason.contains("No space left"))
    faults.withLock { $0 = nil }
    #expect(await destination.deliver(batch) == .accepted)
    #expect(try ids() == batch.events.map(\.id.description))
  }

  @Test("a body that the destination did not make is refused")
  func damaged() async {
    let destination = destination()
    let events = await captured(1)
    for body in ["x", "{}\n", "{\"messageId\":7}\n", "", "\n"] {
      let batch = Batch(
        key: UUID(), events: events.events, body: Array(body.utf8), attempt: 0, milliseconds: 0)
      #expect(await destination.deliver(batch) == .refused("the body is damaged"))
    }
  }
}
