/// A file on a simulated disk, with two contents: the one that programs read, and the one on the
/// disk.
package struct DiskFile: Sendable {
  /// The content of a sector after a write that no sync has covered.
  package struct PendingSector: Sendable {
    package var index: Int
    /// The number of sectors; more than one when zeros were written to all of them.
    package var count = 1
    package var bytes: [UInt8]
    /// The length of the file after the write.
    package var size: Int
  }

  /// The content that every process reads.
  package internal(set) var cache = PagedBytes()
  /// The synced content.
  package internal(set) var durable = PagedBytes()
  /// The unsynced sectors, in the order of the writes.
  package internal(set) var pending: [PendingSector] = []

  package init() {}

  /// Creates a file whose content is synced.
  package init(_ bytes: PagedBytes) {
    cache = bytes
    durable = bytes
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    guard !bytes.isEmpty else { return }
    cache.write(bytes, at: offset)
    let last = (offset + bytes.count - 1) / PagedBytes.sector
    for index in offset / PagedBytes.sector...last {
      add(PendingSector(index: index, bytes: cache[sector: index], size: cache.count))
    }
  }

  private mutating func add(_ sector: PendingSector) {
    if sector.bytes.isEmpty, let last = pending.last, last.bytes.isEmpty,
      last.index + last.count == sector.index, last.size == sector.size
    {
      pending[pending.count - 1].count += 1
    } else {
      pending.append(sector)
    }
  }

  mutating func sync() {
    durable.resize(to: cache.count)
    for sector in pending {
      for index in sector.index..<sector.index + sector.count {
        durable[sector: index] = cache[sector: index]
      }
    }
    pending = []
  }

  /// Simulates a failed sync.
  ///
  /// The system marks the pages as clean all the same. It reads them from memory, never writes
  /// them, and has nothing to do at the next sync.
  mutating func failSync() { pending = [] }

  /// Whether a loss of power may change the file.
  var isPending: Bool { !pending.isEmpty || durable.count != cache.count }
}
