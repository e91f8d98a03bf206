import Cairn

/// The reports that were delivered last, and the batch whose outcome is unknown; kept across
/// launches.
///
/// The service has no event IDs, so repeated reports must not be sent.
struct ConvertMemory: Equatable {
  /// The largest number of reports that are remembered.
  ///
  /// A repeat closely follows the first report.
  static let most = 1_024
  private static let version: UInt8 = 1

  /// The hashes of the reports' keys, the most recently delivered last.
  private var told: [Int] = []
  private var known: Set<Int> = []
  /// The key of the batch that was sent and has no response yet; empty for none.
  var asked = ""

  init() {}

  /// Decodes stored memory; empty if there is none or if it cannot be decoded.
  init(_ kept: [UInt8]?) {
    guard let kept, kept.count > 1, kept[0] == Self.version else { return }
    let start = 2 + Int(kept[1])
    guard kept.count >= start, (kept.count - start) % 8 == 0 else { return }
    asked = String(decoding: kept[2..<start], as: UTF8.self)
    told = stride(from: start, to: kept.count, by: 8).map { place in
      kept[place..<place + 8].reduce(0) { $0 << 8 | Int($1) }
    }
    known = Set(told)
  }

  func contains(_ key: String) -> Bool { !known.isEmpty && known.contains(Self.hash(key)) }

  mutating func tell(_ keys: [String]) {
    told += keys.map(Self.hash)
    told.removeFirst(max(0, told.count - Self.most))
    known = Set(told)
  }

  /// The encoded form: the version, the key with its length, and the hashes.
  var encoded: [UInt8] {
    let key = Array(asked.utf8.prefix(255))
    var bytes: [UInt8] = [Self.version, UInt8(key.count)] + key
    bytes.reserveCapacity(bytes.count + 8 * told.count)
    for hash in told {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: hash >> shift))
      }
    }
    return bytes
  }

  /// Returns the FNV-1a hash, which is the same in every launch.
  private static func hash(_ key: String) -> Int {
    let hash = key.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    return Int(truncatingIfNeeded: hash)
  }
}
