/// A file on a simulated disk, seen twice: as programs see it, and as it would be after a loss of power.
package struct DiskFile: Sendable {
  /// What a sector became by a write that no sync has covered.
  package struct PendingSector: Sendable {
    package var index: Int
    /// More than one when zeros were written to all of them.
    package var count = 1
    package var bytes: [UInt8]
    /// How long the file was then.
    package var size: Int
  }

  /// What every process reads.
  package internal(set) var cache = PagedBytes()
  /// What was synced.
  package internal(set) var durable = PagedBytes()
  /// In the order of the writes.
  package internal(set) var pending: [PendingSector] = []

  package init() {}

  /// A file that has always been there.
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

  /// A sync that failed.
  ///
  /// The system calls the pages clean all the same: it reads them from memory, never writes them, and has nothing to
  /// do at the next sync.
  mutating func failSync() { pending = [] }

  /// Whether a loss of power may change it.
  var isPending: Bool { !pending.isEmpty || durable.count != cache.count }
}
