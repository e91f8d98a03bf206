/// Encrypts the JSON of events and dead letters; their headers stay plain and are authenticated
/// with it.
///
/// Documentation/JournalFormat.md, section 15.
package struct EventSealer: PayloadSealer {
  private static let preambleName = "preamble"
  private let vault: Vault
  package let isOn: Bool

  package init(_ vault: Vault) {
    self.vault = vault
    isOn = vault.isOn
  }

  package func seal(_ buffer: inout OutputBuffer, from start: Int) throws(FileError) {
    let payload = buffer.bytes.slice(start, buffer.count - start)
    guard let record = EventRecord(payload), !record.isSealed else { return }
    let json = EventRecord.json(payload)
    let header = EventRecord.sealedHeader(payload)
    let sealed = try vault.seal(json, authenticating: header)
    buffer.truncate(to: start)
    buffer.append(header)
    buffer.append(sealed)
  }

  package func open(_ payload: UnsafeRawBufferPointer) throws(FileError) -> OpenedPayload {
    // Without encryption, a sealed event stays pending, like an event of a later version.
    guard let record = EventRecord(payload), record.isSealed, vault.canOpen() else {
      return .asItIs
    }
    let sealed = EventRecord.json(payload)
    let header = Array(payload.slice(0, payload.count - sealed.count))
    switch try vault.opened(sealed, authenticating: header) {
    case .text(let json): return .opened(EventRecord.openedHeader(payload) + json)
    case .damaged: return .damaged
    // The key under which the event was sealed may become available again, so the event stays
    // pending.
    case .otherKey: return .asItIs
    }
  }

  package func seal(preamble: [UInt8]) throws(FileError) -> [UInt8] {
    try vault.box(preamble, as: Self.preambleName)
  }

  package func open(preamble: [UInt8]) throws(FileError) -> [UInt8] {
    guard !Vault.isBox(preamble) || vault.canOpen() else { return [] }
    return try vault.unbox(preamble, as: Self.preambleName) ?? []
  }
}
