/// The right of one process to change a file until a certain time, as it is stored.
///
/// It takes the place of a file lock on systems that kill a process for holding a lock while it is
/// suspended. It ends by itself, so that a process that was killed or suspended blocks no other one
/// for long. Documentation/JournalFormat.md, section 20.
struct Lease: Equatable, Sendable {
  /// The process that holds leases.
  struct Holder: Equatable, Sendable {
    /// A random number of the process.
    var token: UInt64
    /// The kind of process: 0 for an extension, of which several may run, or the hash of the app's
    /// name, of which only one process runs at a time.
    var kind: UInt64

    /// Returns whether this process runs instead of the other one, which has ended.
    func succeeds(_ other: Holder) -> Bool {
      token == other.token || kind != 0 && kind == other.kind
    }
  }

  /// `EVJLSE1\0`.
  static let magic: UInt64 = 0x0031_4553_4C4A_5645
  static let size = 48

  var holder: Holder
  /// The boot of the machine that `until` refers to.
  var boot: UInt64
  /// The end, by the continuous clock; 0 when the lease was given back.
  var until: MonotonicTime

  init(_ holder: Holder, boot: UInt64, until: MonotonicTime) {
    self.holder = holder
    self.boot = boot
    self.until = until
  }

  /// Decodes a stored lease; nil for other bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    let lease = bytes.withUnsafeBytes { bytes -> Lease? in
      guard bytes.littleEndian(UInt64.self, at: 0) == Self.magic,
        bytes.littleEndian(UInt64.self, at: 8) == XXH64.hash(bytes.slice(16, 32), seed: 0)
      else { return nil }
      return Lease(
        Holder(
          token: bytes.littleEndian(UInt64.self, at: 16),
          kind: bytes.littleEndian(UInt64.self, at: 24)),
        boot: bytes.littleEndian(UInt64.self, at: 32),
        until: MonotonicTime(
          milliseconds: Int64(bitPattern: bytes.littleEndian(UInt64.self, at: 40))))
    }
    guard let lease else { return nil }
    self = lease
  }

  var encoded: [UInt8] {
    var buffer = OutputBuffer(capacity: Self.size)
    buffer.append(littleEndian: Self.magic)
    buffer.append(littleEndian: UInt64(0))
    buffer.append(littleEndian: holder.token)
    buffer.append(littleEndian: holder.kind)
    buffer.append(littleEndian: boot)
    buffer.append(littleEndian: UInt64(bitPattern: until.milliseconds))
    buffer.store(XXH64.hash(buffer.bytes.slice(16, 32), seed: 0), at: 8)
    return Array(buffer.bytes)
  }

  /// Returns whether another process may still use the lease.
  ///
  /// A lease of more than the longest duration comes from a changed clock or is forged.
  func blocks(
    _ other: Holder, boot: UInt64, at now: MonotonicTime, atMost longest: Milliseconds
  ) -> Bool {
    guard !other.succeeds(holder), self.boot == boot else { return false }
    return now < until && until - now <= longest
  }
}
