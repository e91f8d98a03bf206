@testable import CairnCollector

/// A body that is declared as gzip: it decompresses as with zlib, and to at most the limit.
enum GunzipTarget: FuzzTarget {
  static let limit = InputLimit(milliseconds: 250, bytes: 4 << 20)

  private static let most = 64 << 10

  private static let limits: CollectorConfiguration = {
    var limits = CollectorConfiguration(databasePath: "")
    limits.maxDecompressedBytes = most
    return limits
  }()

  static func run(_ input: [UInt8]) {
    checkForeign(input)
    checkText(input)
  }

  /// Checks arbitrary data.
  private static func checkForeign(_ input: [UInt8]) {
    let unpacked = unpack(input)
    let first = Gunzip.prefix(of: input, atMost: 1_000)
    precondition(first.count <= 1_000, "no more than asked for")
    if let unpacked {
      precondition(unpacked.count <= most, "no more than there may be")
      precondition(first == Array(unpacked.prefix(1_000)), "the beginning of it")
    }
    guard let reference = Zlib.gunzip(input, room: most) else { return }
    precondition(unpacked == reference, "what zlib unpacks in one call")
  }

  /// Checks that compressed data is decompressed correctly, once and twice.
  private static func checkText(_ text: [UInt8]) {
    guard let packed = Zlib.gzip(text) else { fatalError("a text is not compressed") }
    precondition(unpack(packed) == (text.count <= most ? text : nil), "the text comes back")
    let twice = text + text
    precondition(unpack(packed + packed) == (twice.count <= most ? twice : nil), "two members")
    precondition(unpack(packed.dropLast()) == nil, "what is cut off is nothing")
  }

  private static func unpack(_ packed: [UInt8]) -> [UInt8]? {
    // The size of the largest body, and of the step that exceeds it.
    let budget = ByteBudget(capacity: most + (64 << 10), largest: most)
    let unpacked = withLease(of: budget) { try? Gunzip(limits: limits, lease: $0).unpack(packed) }
    let isWhole = withLease(of: budget) { (try? $0.take(most + (64 << 10))) != nil }
    precondition(isWhole, "the budget has all its bytes again")
    return unpacked
  }

  private static func withLease<Result>(
    of budget: ByteBudget, _ use: (ByteBudget.Lease) -> Result
  ) -> Result { use(budget.lease()) }

  static func repair(_ input: inout [UInt8], _ dice: inout FuzzDice) {
    switch dice.next(below: 4) {
    case 0: if let packed = Zlib.gzip(input) { input = packed }
    case 1: input.append(contentsOf: Zlib.gzip(Array(input.prefix(64))) ?? [])
    case 2:
      for (place, byte) in [0x1F, 0x8B, 8, 0].enumerated() { input.set(UInt8(byte), at: place) }
    default: break
    }
  }
}
