/// The bytes of a body that arrives in pieces, stored in blocks until the body is complete.
///
/// A growing array would reserve up to twice the bytes that it contains, and a thousand incomplete
/// bodies would take several times the memory that their budget allows.
struct GatheredBytes {
  private static let blockBytes = 16 * 1024

  private var blocks: [[UInt8]] = []
  private(set) var count = 0

  /// Returns the first bytes: as many as `length`, or all if there are fewer.
  func first(_ length: Int) -> [UInt8] {
    var first: [UInt8] = []
    for block in blocks where first.count < length { first += block.prefix(length - first.count) }
    return first
  }

  mutating func append(_ bytes: some Collection<UInt8>) {
    if (blocks.last?.count ?? Self.blockBytes) >= Self.blockBytes { blocks.append([]) }
    blocks[blocks.count - 1].append(contentsOf: bytes)
    count += bytes.count
  }

  /// Returns all bytes as one array.
  func joined() -> [UInt8] {
    if blocks.count == 1 { return blocks[0] }
    var all: [UInt8] = []
    all.reserveCapacity(count)
    for block in blocks { all += block }
    return all
  }
}
