/// Encrypts the JSON of events and dead letters; their headers stay plain and are authenticated
/// with it.
///
/// Documentation/JournalFormat.md, section 15.
package struct EventEncryptor: PayloadEncryptor {
  private static let preambleName = "preamble"
  private let encryption: RecordEncryption
  package let isOn: Bool

  package init(_ encryption: RecordEncryption) {
    self.encryption = encryption
    isOn = encryption.isOn
  }

  package func seal(_ buffer: inout OutputBuffer, from start: Int) throws(FileError) {
    let payload = buffer.bytes.slice(start, buffer.count - start)
    guard let record = EventRecord(payload), !record.isSealed else { return }
    let json = EventRecord.json(payload)
    let header = EventRecord.sealedHeader(payload)
    let sealed = try encryption.seal(json, authenticating: header)
    buffer.truncate(to: start)
    buffer.append(header)
    buffer.append(sealed)
  }

  package func open(_ payload: UnsafeRawBufferPointer) throws(FileError) -> OpenedPayload {
    // Without encryption, a sealed event stays pending, like an event of a later version.
    guard let record = EventRecord(payload), record.isSealed, encryption.canOpen() else {
      return .asItIs
    }
    let sealed = EventRecord.json(payload)
    let header = Array(payload.slice(0, payload.count - sealed.count))
    switch try encryption.opened(sealed, authenticating: header) {
    case .text(let json): return .opened(EventRecord.openedHeader(payload) + json)
    case .damaged: return .damaged
    // The key under which the event was sealed may become available again, so the event stays
    // pending.
    case .otherKey: return .asItIs
    }
  }

  package func seal(preamble: [UInt8]) throws(FileError) -> [UInt8] {
    try encryption.box(preamble, as: Self.preambleName)
  }

  package func open(preamble: [UInt8]) throws(FileError) -> [UInt8] {
    guard !RecordEncryption.isBox(preamble) || encryption.canOpen() else { return [] }
    return try encryption.unbox(preamble, as: Self.preambleName) ?? []
  }
}
