import Cairn
import CairnTesting
import Testing

/// Flips each bit of the golden files once; the loss is at most what the format guarantees.
@Suite struct FlippedBitTests {
  @Test(
    "a flipped bit of a segment loses at most its own event, and creates no other",
    arguments: [GoldenFile.closed, .torn, .deadLetters])
  func segment(golden: GoldenFile) throws {
    let segment = try GoldenSegment(golden)
    let whole = try segment.read()
    let records = try segment.records()
    #expect(records.count == whole.payloads.count)
    for offset in segment.stored.bytes.indices {
      let touched = records.first { $0.value.contains(offset) }?.key
      let spared = whole.indices.filter { $0 != touched }
      for bit in 0..<8 {
        try segment.write(segment.stored.bytes[offset] ^ (1 << bit), at: offset)
        let found = try segment.read()
        let place = "bit \(bit) of byte \(offset)"
        // Padding after a payload has no check, and its damage loses nothing.
        #expect(found.indices == spared || found.indices == whole.indices, "\(place)")
        for (index, payload) in zip(found.indices, found.payloads) {
          #expect(payload == whole.payloads[Int(index) - 1], "\(place)")
        }
        // At the end of a segment without a seal it is unknown whether there was another event.
        let lost = whole.indices.count - found.indices.count
        let isLast = golden != .closed && touched == whole.indices.last
        #expect(found.damaged == lost || isLast && found.damaged == 0, "\(place)")
      }
      try segment.write(segment.stored.bytes[offset], at: offset)
    }
  }

  @Test("a flipped bit of a cursor leaves the other slot")
  func cursor() throws {
    let stored = try GoldenFile.cursor.stored()
    let older = try GoldenMaker.cursor(step: 1)
    let newer = try GoldenMaker.cursor(step: 2)
    try flip(stored, slotSize: CursorFile.slotSize) { files, isNewer, place in
      let found = try CursorFile.read(stored.path, files: files)
      #expect(found == newer || isNewer && found == older, "\(place)")
    }
  }

  @Test("a flipped bit of the identity leaves the other slot")
  func identity() throws {
    let stored = try GoldenFile.identity.stored()
    let anonymousID = IdentityStore.anonymousID(SeededRandomness(seed: 4))
    try flip(stored, slotSize: stored.bytes.count / 2) { files, isNewer, place in
      let found = IdentityStore(
        stored.path, files: files, randomness: SeededRandomness(seed: 99)
      ).current
      #expect(found.anonymousID == anonymousID, "\(place)")
      #expect(found.userID == "user-ü" || isNewer && found.userID == nil, "\(place)")
    }
  }

  @Test("a flipped bit makes a sealed body unreadable")
  func body() throws {
    let stored = try GoldenFile.body.stored()
    let files = try GoldenFile.body.disk()
    let file = try OpenFile(stored.path, .readWrite, in: files)
    let store = BodyStore(directory: stored.directory, files: files)
    let batch = try #require(try GoldenMaker.cursor(step: 2).inFlight)
    for (offset, byte) in stored.bytes.enumerated() {
      for bit in 0..<8 {
        try file.write([byte ^ (1 << bit)], at: offset)
        #expect(try store.read(batch) == nil, "bit \(bit) of byte \(offset)")
      }
      try file.write([byte], at: offset)
    }
    #expect(try store.read(batch) != nil)
  }

  /// Flips each used bit, and one in each 512 bytes of the zeros after them.
  ///
  /// The newer value is in the first slot.
  private func flip(
    _ stored: HexFile, slotSize: Int,
    check: (InMemoryFileSystem, _ isNewer: Bool, _ place: String) throws -> Void
  ) throws {
    let files = InMemoryFileSystem()
    let file = try OpenFile(stored.path, .create, in: files)
    try file.write(stored.bytes, at: 0)
    for slot in [0, slotSize] {
      let bytes = stored.bytes[slot..<slot + slotSize]
      let used = (bytes.lastIndex { $0 != 0 } ?? slot) + 1
      for offset in Array(slot..<used) + Array(stride(from: used, to: bytes.endIndex, by: 512)) {
        for bit in offset < used ? 0..<8 : 0..<1 {
          try file.write([stored.bytes[offset] ^ (1 << bit)], at: offset)
          try check(files, slot == 0, "bit \(bit) of byte \(offset)")
        }
        try file.write([stored.bytes[offset]], at: offset)
      }
    }
  }
}
