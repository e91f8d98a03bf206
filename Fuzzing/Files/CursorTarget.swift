@testable import Cairn

/// A cursor's two slots, and operations on the cursor.
enum CursorTarget: FuzzTarget {
  private static let path = "/state"

  static func run(_ input: [UInt8]) {
    let parts = input.parts
    for part in parts { checkCoding(part) }
    // The length of both slots: a new file is filled with zeros, which also complete a short slot.
    let size = CursorFile.slotSize
    let disk = FuzzFiles([path: [0: parts[0], size: parts.last ?? [], 2 * size - 1: [0]]])
    do {
      guard let cursor = try CursorFile.read(path, files: disk) else { return }
      checkArithmetic(cursor)
      guard let file = try CursorFile(path, files: disk) else { return }
      precondition(file.stored == cursor, "both ways of reading agree")
      var next = cursor
      Settlement.accept(&next)
      try file.commit(next, sync: .durable)
      guard let read = try CursorFile.read(path, files: disk) else { fatalError("a lost commit") }
      precondition(read.counters == next.counters && read.inFlight == nil, "a commit is read")
      for (lane, last) in next.settled.prefixes {
        precondition(read.settled.prefix(of: lane) >= last, "settled only grows")
      }
    } catch {
      precondition(
        error.code == FileError.tooBig, "a disk without faults: \(error)")
    }
  }

  private static func checkCoding(_ bytes: [UInt8]) {
    guard let slot = bytes.withUnsafeBytes({ DoubleSlotFile.readSlot($0, CursorFile.magic) }),
      let cursor = slot.content.withUnsafeBytes({ Cursor($0) })
    else { return }
    let encoded = cursor.encoded()
    guard let again = encoded.withUnsafeBytes({ Cursor($0) }) else { fatalError("not a cursor") }
    precondition(again == cursor && again.encoded() == encoded, "written as it was read")
  }

  /// Impossible numbers may result in a ledger that does not balance, and nothing worse.
  private static func checkArithmetic(_ cursor: Cursor) {
    let lane = cursor.settled.prefixes.keys.min() ?? LaneID(rawValue: 1)
    let segment = SegmentSummary(
      name: SegmentName(ordinal: 1, lane: lane, number: 1), header: nil, firstIndex: 3,
      lastIndex: 9, events: 7, bytes: 500, state: .sealed)
    _ = (cursor.pending(in: [segment]), cursor.accepted(in: [segment]), cursor.counters.settled)
    var changed = cursor
    changed.join([segment])
    changed.retireLanes(except: [])
    Settlement.drop(
      &changed, [PositionRange(lane: lane, first: 3, last: 9)], .capacity)
    let flying = cursor.inFlight?.ranges ?? []
    Settlement.accept(&changed, refused: Array(flying.prefix(1)), again: Array(flying.suffix(1)))
    _ = Ledger.Row(DeliveryReport(name: "fuzz", cursor: changed), [segment]).balances
  }

  static func repair(_ input: inout [UInt8], _ dice: inout FuzzDice) {
    var parts = input.parts
    if parts.count == 1, dice.once(in: 4) { parts.append(parts[0]) }
    for place in parts.indices where !dice.once(in: 8) {
      if !dice.once(in: 4) { repairContent(&parts[place], &dice) }
      SlotRepair.repair(&parts[place], magic: CursorFile.magic, &dice)
    }
    input = [UInt8](parts: parts)
  }

  /// Repairs the numbers of lanes and ranges to fit the length, and the ranges to be valid.
  private static func repairContent(_ bytes: inout [UInt8], _ dice: inout FuzzDice) {
    let fixed = DoubleSlotFile.headerSize + 8 + 56 + Counters.slots * 8
    if bytes.count < fixed { bytes += [UInt8](repeating: 0, count: fixed - bytes.count) }
    bytes.removeLast((bytes.count - fixed) % 16)
    let ranges = (bytes.count - fixed) / 16
    let lanes = dice.next(below: ranges + 1)
    let flying = dice.next(below: ranges - lanes + 1)
    for (place, number) in [lanes, flying, ranges - lanes - flying].enumerated() {
      bytes.set(UInt16(clamping: number), at: DoubleSlotFile.headerSize + 2 * place)
    }
    bytes.set(UInt16(dice.next(below: 2)), at: DoubleSlotFile.headerSize + 6)
    for place in stride(from: fixed, to: bytes.count, by: 16) where !dice.once(in: 8) {
      if dice.once(in: 2) { bytes.set(UInt64(1 + dice.next(below: 3)), at: place) }
      let first = bytes.number(UInt32.self, at: place + 8)
      let last = bytes.number(UInt32.self, at: place + 12)
      bytes.set(max(1, min(first, last)), at: place + 8)
      bytes.set(min(.max - 1, max(first, last, 1)), at: place + 12)
    }
  }
}
