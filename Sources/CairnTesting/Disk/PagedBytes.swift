/// The bytes of a file, by sector: a copy costs nothing until it is written to, and zeros take no
/// memory.
package struct PagedBytes: Sendable {
  package static let sector = 512
  /// The sectors; an empty one stands for zeros.
  private var sectors: [[UInt8]] = []
  package private(set) var count = 0

  package init() {}

  package init(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { write($0, at: 0) }
  }

  package var bytes: [UInt8] {
    var all = [UInt8](repeating: 0, count: count)
    _ = all.withUnsafeMutableBytes { read(into: $0, at: 0) }
    return all
  }

  package mutating func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    guard !bytes.isEmpty else { return }
    resize(to: max(count, offset + bytes.count))
    var done = 0
    while done < bytes.count {
      let (index, start) = (offset + done).quotientAndRemainder(dividingBy: Self.sector)
      let size = min(bytes.count - done, Self.sector - start)
      let part = UnsafeRawBufferPointer(rebasing: bytes[done..<done + size])
      done += size
      if sectors[index].isEmpty {
        guard part.contains(where: { $0 != 0 }) else { continue }
        sectors[index] = [UInt8](repeating: 0, count: Self.sector)
      }
      sectors[index].withUnsafeMutableBytes { memory in
        UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + size]).copyMemory(from: part)
      }
    }
  }

  /// Reads bytes and returns their number.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    guard offset < count else { return 0 }
    let total = min(buffer.count, count - offset)
    var done = 0
    while done < total {
      let (index, start) = (offset + done).quotientAndRemainder(dividingBy: Self.sector)
      let size = min(total - done, Self.sector - start)
      let target = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + size])
      if sectors[index].isEmpty {
        target.initializeMemory(as: UInt8.self, repeating: 0)
      } else {
        sectors[index].withUnsafeBytes {
          target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + size]))
        }
      }
      done += size
    }
    return total
  }

  package mutating func resize(to size: Int) {
    clearTail(growingTo: size)
    let wanted = (size + Self.sector - 1) / Self.sector
    if wanted < sectors.count {
      sectors.removeLast(sectors.count - wanted)
    } else if wanted > sectors.count {
      sectors.append(contentsOf: repeatElement([], count: wanted - sectors.count))
    }
    count = size
  }

  /// Clears the bytes behind the end in the last sector, which must not become part of the file.
  private mutating func clearTail(growingTo size: Int) {
    let (index, start) = count.quotientAndRemainder(dividingBy: Self.sector)
    guard size > count, start > 0, !sectors[index].isEmpty else { return }
    for place in start..<Self.sector { sectors[index][place] = 0 }
  }

  /// The content of a whole sector; empty for zeros.
  package subscript(sector index: Int) -> [UInt8] {
    get { index < sectors.count ? sectors[index] : [] }
    set { sectors[index] = newValue }
  }

  package var sectorCount: Int { sectors.count }
}
