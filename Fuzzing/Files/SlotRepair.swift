@testable import Cairn

/// Makes bytes a whole slot again.
enum SlotRepair {
  static func repair(_ bytes: inout [UInt8], magic: UInt64, _ dice: inout FuzzDice) {
    if bytes.count < DoubleSlotFile.headerSize {
      bytes += [UInt8](repeating: 0, count: DoubleSlotFile.headerSize - bytes.count)
    }
    bytes.set(magic, at: 0)
    let used = dice.once(in: 16) ? Int(bytes.number(UInt16.self, at: 24)) : bytes.count
    bytes.set(UInt32(used), at: 24)
    guard used >= DoubleSlotFile.headerSize, used <= bytes.count else { return }
    bytes.set(bytes.withUnsafeBytes { XXH64.hash($0.slice(16, used - 16), seed: 0xC0) }, at: 8)
  }
}
