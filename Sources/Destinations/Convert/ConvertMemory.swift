import Cairn

/// What the destination remembers from launch to launch: what was told last, and what may have been told.
///
/// The service knows no event by an identifier, so that what comes twice must not be sent twice.
struct ConvertMemory: Equatable {
  /// So many are remembered: a repeat lies close behind the first.
  static let most = 1_024

  /// Hashes of keys, the one that was told last at the end.
  private var told: [Int] = []
  private var known: Set<Int> = []
  /// The key of the batch that was sent without an answer so far; empty when there is none.
  var asked = ""

  init() {}

  /// Nothing when nothing was kept, or what cannot be read.
  init(_ kept: [UInt8]?) {
    guard case .object(let members)? = kept.flatMap({ Value(json: $0) }) else { return }
    if case .string(let key)? = members["asked"] { asked = key }
    guard case .array(let numbers)? = members["told"] else { return }
    for case .int(let hash) in numbers { told.append(hash) }
    known = Set(told)
  }

  func contains(_ key: String) -> Bool { !known.isEmpty && known.contains(Self.hash(key)) }

  mutating func tell(_ keys: [String]) {
    told += keys.map(Self.hash)
    told.removeFirst(max(0, told.count - Self.most))
    known = Set(told)
  }

  var encoded: [UInt8] {
    let value: Value = ["asked": .string(asked), "told": .array(told.map(Value.int))]
    return value.json
  }

  /// FNV-1a, the same in every launch.
  private static func hash(_ key: String) -> Int {
    let hash = key.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    return Int(truncatingIfNeeded: hash)
  }
}
