@testable import Cairn

/// The identity's two slots.
enum IdentityTarget: FuzzTarget {
  private static let path = "/identity"

  static func run(_ input: [UInt8]) {
    let parts = input.parts
    let disk = FuzzFiles([path: [0: parts[0], IdentityStore.slotSize: parts.last ?? []]])
    let store = open(disk)
    guard store.trouble == nil else { return }
    precondition(open(disk).current == store.current, "opened again it is the same")
    do throws(FileError) {
      try store.update { $0.userID = "somebody" }
    } catch {
      return precondition(error.code == FileError.tooBig, "a disk without faults: \(error)")
    }
    let read = open(disk).current
    precondition(read == store.current && read.userID == "somebody", "an update is read")
  }

  private static func open(_ disk: FuzzFiles) -> IdentityStore {
    IdentityStore(path, files: disk, randomness: FuzzRandomness())
  }

  static func repair(_ input: inout [UInt8], _ dice: inout FuzzDice) {
    var parts = input.parts
    if parts.count == 1, dice.once(in: 4) { parts.append(parts[0]) }
    for place in parts.indices where !dice.once(in: 8) {
      if dice.once(in: 2) { repairContent(&parts[place], &dice) }
      SlotRepair.repair(&parts[place], magic: IdentityStore.magic, &dice)
    }
    input = [UInt8](parts: parts)
  }

  /// Returns two texts that fill the rest, or one and nil.
  private static func repairContent(_ bytes: inout [UInt8], _ dice: inout FuzzDice) {
    let start = DoubleSlotFile.headerSize
    let room = bytes.count - start - 8
    guard room >= 0 else { return }
    let length = dice.next(below: room + 1)
    bytes.set(UInt32(length), at: start)
    bytes.set(dice.once(in: 3) ? UInt32.max : UInt32(room - length), at: start + 4 + length)
  }
}
