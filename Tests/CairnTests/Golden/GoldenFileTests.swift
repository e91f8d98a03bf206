import Cairn
import CairnTesting
import Foundation
import Testing

/// Files of format version 1 remain readable, and the current writer still writes them.
@Suite struct GoldenFileTests {
  /// With `CAIRN_GOLDEN=write` in the environment the files are written again, body before cursor.
  static let rewritten: Void = {
    guard ProcessInfo.processInfo.environment["CAIRN_GOLDEN"] == "write" else { return }
    for file in [GoldenFile.body] + GoldenFile.allCases {
      #expect(throws: Never.self) { try file.store(try GoldenMaker().make(file)) }
    }
  }()

  init() { Self.rewritten }

  @Test("the current writer makes the same bytes", arguments: GoldenFile.allCases)
  func sameBytes(file: GoldenFile) throws {
    var stored = try file.stored()
    var made = try GoldenMaker().make(file)
    #expect(made.path == stored.path)
    switch file {
    case .closed, .torn, .deadLetters:
      // Bytes 56 to 63 identify the boot of the machine, and the header's check covers them.
      for range in [56..<64, 72..<80] {
        for place in range { (stored.bytes[place], made.bytes[place]) = (0, 0) }
      }
    case .body:
      stored.bytes = try #require(Gunzip.text(stored.bytes))
      made.bytes = try #require(Gunzip.text(made.bytes))
    case .cursor, .identity: break
    }
    // Compared line by line: a whole file would fill the screen.
    #expect(made.text.split(separator: "\n").count == stored.text.split(separator: "\n").count)
    for (made, stored) in zip(made.text.split(separator: "\n"), stored.text.split(separator: "\n"))
    {
      #expect(made == stored)
    }
  }

  @Test("the text form of a file loses nothing", arguments: GoldenFile.allCases)
  func textForm(file: GoldenFile) throws {
    let stored = try file.stored()
    #expect(HexFile(stored.text) == stored)
  }

  @Test("segments hold their events", arguments: [GoldenFile.closed, .torn])
  func segments(file: GoldenFile) throws {
    let segment = try GoldenSegment(file)
    let count = file == .closed ? 5 : 4
    let found = try segment.read()
    #expect(found.payloads == (1...count).map(GoldenMaker.payload))
    #expect(found.indices == (1...count).map { UInt32($0) })
    #expect(found.preambles == [GoldenMaker.preamble])
    #expect(found.damaged == 0)
    let summary = try #require(try segment.journal().segments().first)
    #expect(summary.state == (file == .closed ? .sealed : .abandoned))
    #expect((summary.firstIndex, summary.lastIndex) == (1, UInt32(count)))
    #expect((summary.tornBytes > 0) == (file == .torn))
    let header = try #require(summary.header)
    #expect((header.major, header.minor, header.flags) == (1, 0, []))
    #expect(header.created == Moment(wall: GoldenMaker.wall + 1_500, continuous: 1_001_500))
  }

  @Test("dead letters hold the events and the reason")
  func deadLetters() throws {
    let segment = try GoldenSegment(.deadLetters)
    let found = try segment.read()
    #expect(
      found.payloads.map { String(decoding: $0.dropFirst(EventRecord.headerSize), as: UTF8.self) }
        == GoldenMaker.events.prefix(2).map { event in
          #"{"reason":"status 400: \"no\"","refusedAt":"2026-01-01T00:00:00.000Z","event":\#(event)}"#
        })
    #expect(try segment.journal().segments().first?.header?.flags == .deadLetter)
  }

  @Test("the stored cursor is read with all its numbers")
  func cursor() throws {
    let path = try GoldenFile.cursor.stored().path
    let disk = try GoldenFile.cursor.disk()
    let cursor = try #require(try CursorFile.read(path, files: disk))
    #expect(cursor == (try GoldenMaker.cursor(step: 2)))
    #expect(try CursorFile(path, files: disk)?.stored == cursor)
  }

  @Test("the stored identity is read")
  func identity() throws {
    let store = IdentityStore(
      "/identity", files: try GoldenFile.identity.disk(), randomness: SeededRandomness(seed: 99))
    let made = IdentityStore.anonymousID(SeededRandomness(seed: 4))
    #expect(store.current == Identity(anonymousID: made, userID: "user-ü"))
  }

  @Test("the sealed body is the one that the cursor names, and can still be completed and read")
  func body() throws {
    let batch = try #require(try GoldenMaker.cursor(step: 2).inFlight)
    let store = BodyStore(directory: "/dest/golden", files: try GoldenFile.body.disk())
    let body = try #require(try store.read(batch))
    let text = try #require(Gunzip.text(body))
    let expected =
      #"{"batch":["# + GoldenMaker.events.joined(separator: ",") + #"],"context":"#
      + GoldenMaker.context + "}"
    #expect(String(decoding: text, as: UTF8.self) == expected)
  }
}
