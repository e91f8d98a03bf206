import Cairn
import Foundation
import Testing

/// Damage to the files of a closed journal.
enum Harm: String, CaseIterable {
  case header, payload, head, padding, zeros, seal, chain, behindSeal
  case missingSegment, cutSegment, cursor, bothSlots, missingBody, body, identity, deadLetter

  /// Applies the damage; returns the number of events that can no longer be read.
  func apply(to scene: JournalFolderFixture) throws -> Int {
    let segments = try scene.segments()
    let file = segments[1]
    let events = try scene.events(file)
    let third = events[2]
    switch self {
    case .header: return try flip(file, 20, scene)
    case .payload: return try flip(file, third.offset + 40, scene) + 1
    case .head: return try flip(file, third.offset + 9, scene) + 1
    case .padding:
      let padded = try #require(events.first { $0.frame.length % 8 != 0 })
      return try flip(file, padded.offset + padded.frame.total - 1, scene)
    case .zeros:
      try scene.edit(file) { bytes in
        for place in third.offset..<events[5].offset { bytes[place] = 0 }
      }
      return 3
    case .seal: return try flip(file, try size(file) - 10, scene)
    case .chain: try forgeSeal(file, scene)
    case .behindSeal: try scene.edit(file) { $0 += [1, 2, 3, 4, 5, 6, 7, 8] }
    case .missingSegment:
      try FileManager.default.removeItem(atPath: file)
      return events.count
    case .cutSegment:
      try scene.edit(file) { $0.removeSubrange((third.offset + 50)...) }
      return events.count - 2
    case .cursor, .bothSlots: try harmCursor(scene)
    case .missingBody: try FileManager.default.removeItem(atPath: try body(scene))
    case .body: return try flip(try body(scene), 5, scene)
    case .identity: return try flip(scene.journal + "/identity", 16_384 + 30, scene)
    case .deadLetter:
      let letters = try scene.segments(in: "dest/picky/dead")[0]
      return try flip(letters, try scene.events(letters)[1].offset + 60, scene) + 1
    }
    return 0
  }

  private func flip(_ file: String, _ offset: Int, _ scene: JournalFolderFixture) throws -> Int {
    try scene.edit(file) { $0[offset] ^= 4 }
    return 0
  }

  private func size(_ file: String) throws -> Int {
    try Data(contentsOf: URL(fileURLWithPath: file)).count
  }

  private func body(_ scene: JournalFolderFixture) throws -> String {
    let folder = scene.journal + "/dest/shut"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return folder + "/" + (try #require(names.first { $0.hasSuffix(".body") }))
  }

  private func harmCursor(_ scene: JournalFolderFixture) throws {
    let slots = self == .cursor ? [0] : [0, CursorFile.slotSize]
    for slot in slots { _ = try flip(scene.journal + "/dest/shut/state", slot + 40, scene) }
  }

  /// Writes a seal with valid checks for other records.
  private func forgeSeal(_ file: String, _ scene: JournalFolderFixture) throws {
    let name = try #require(SegmentName(URL(fileURLWithPath: file).lastPathComponent))
    try scene.edit(file) { bytes in
      let tail = Array(bytes.suffix(Seal.recordSize))
      var payload = Array(tail.dropFirst(RecordHeader.headerSize))
      payload[40] ^= 1
      let head = try #require(tail.withUnsafeBytes { RecordHeader.readHeader($0, lane: name.lane) })
      let check = payload.withUnsafeBytes { RecordHeader.payloadCheck($0, lane: name.lane) }
      let frame = RecordHeader(
        type: .seal, length: head.length, index: head.index, ticks: head.ticks,
        payloadCheck: check)
      var record = OutputBuffer(capacity: Seal.recordSize)
      record.appendZeros(RecordHeader.headerSize)
      record.append(payload)
      _ = frame.seal(&record, lane: name.lane)
      bytes.replaceSubrange((bytes.count - Seal.recordSize)..., with: Array(record.bytes))
    }
  }
}
