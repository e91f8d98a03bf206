@testable import Cairn

extension SegmentTarget {
  static func repair(_ input: inout [UInt8], _ dice: inout FuzzDice) {
    var parts = input.parts
    if parts.count == 1, dice.once(in: 8) { parts.append(parts[0]) }
    for place in parts.indices where !dice.once(in: 8) {
      repairHeader(&parts[place], number: UInt32(place + 1), &dice)
      repairRecords(&parts[place], &dice)
      if dice.once(in: 4) { appendSeal(&parts[place], &dice) }
    }
    input = [UInt8](parts: parts)
  }

  private static func repairHeader(
    _ bytes: inout [UInt8], number: UInt32, _ dice: inout FuzzDice
  ) {
    if bytes.count < SegmentHeader.size {
      bytes += [UInt8](repeating: 0, count: SegmentHeader.size - bytes.count)
    }
    guard !dice.once(in: 8) else { return }
    bytes.set(UInt64(0x0A1A_0A0D_4A56_4589), at: 0)
    if !dice.once(in: 16) { bytes.set(SegmentHeader.major, at: 8) }
    if !dice.once(in: 16) { bytes.set(lane.rawValue, at: 16) }
    bytes.set(number, at: 28)
    if !dice.once(in: 4) { bytes.set(UInt32(1 + dice.next(below: 8)), at: 32) }
    bytes.set(bytes.withUnsafeBytes { XXH64.hash($0.slice(0, 72), seed: 0) }, at: 72)
  }

  /// Makes records of the content: most with valid checks, some with an invalid one.
  private static func repairRecords(_ bytes: inout [UInt8], _ dice: inout FuzzDice) {
    var offset = SegmentHeader.size
    var index = bytes.number(UInt32.self, at: 32)
    while offset + RecordHeader.headerSize <= bytes.count {
      guard bytes.number(UInt32.self, at: offset) == RecordHeader.marker || dice.once(in: 3) else {
        offset += RecordHeader.alignment
        continue
      }
      let room = bytes.count - offset - RecordHeader.headerSize
      var length = Int(bytes.number(UInt32.self, at: offset + 8))
      if length > room { length = dice.next(below: min(room, 64) + 1) }
      if dice.once(in: 8) { bytes[offset + 12] = [1, 2, 4, 6, 9][dice.next(below: 5)] }
      if !dice.once(in: 4) { bytes.set(index, at: offset + 16) }
      index = bytes.number(UInt32.self, at: offset + 16)
      if bytes[offset + 12] == 1 { index &+= UInt32(dice.once(in: 8) ? 2 : 1) }
      seal(&bytes, at: offset, length: length, &dice)
      offset += RecordHeader.total(payload: length)
    }
  }

  private static func seal(
    _ bytes: inout [UInt8], at offset: Int, length: Int, _ dice: inout FuzzDice
  ) {
    bytes.set(RecordHeader.marker, at: offset)
    bytes.set(UInt32(length), at: offset + 8)
    let start = offset + RecordHeader.headerSize
    let payload = Array(bytes[start..<min(start + length, bytes.count)])
    let check = payload.withUnsafeBytes { RecordHeader.payloadCheck($0, lane: lane) }
    if !dice.once(in: 16) { bytes.set(check, at: offset + 24) }
    let head = bytes.withUnsafeBytes { XXH64.hash($0.slice(offset + 8, 24), seed: lane.rawValue) }
    if !dice.once(in: 16) { bytes.set(UInt32(truncatingIfNeeded: head), at: offset + 4) }
  }

  /// Makes a seal whose numbers may match.
  private static func appendSeal(_ bytes: inout [UInt8], _ dice: inout FuzzDice) {
    bytes += [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8 + Seal.recordSize)
    let offset = bytes.count - Seal.recordSize
    let last = bytes.number(UInt32.self, at: 32) &+ UInt32(dice.next(below: 12)) &- 1
    bytes.set(UInt32(4), at: offset + 12)
    bytes.set(dice.once(in: 8) ? last : last &+ 1, at: offset + 16)
    bytes.set(UInt32(dice.next(below: 12)), at: offset + RecordHeader.headerSize)
    bytes.set(last, at: offset + RecordHeader.headerSize + 4)
    bytes.set(UInt64([1, 2, 5, 9][dice.next(below: 4)]), at: offset + RecordHeader.headerSize + 32)
    seal(&bytes, at: offset, length: Seal.size, &dice)
  }
}
