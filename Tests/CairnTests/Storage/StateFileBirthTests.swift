import Cairn
import CairnTesting
import Testing

/// Two processes that create the same file at the same time: neither overwrites the value of the
/// other.
@Suite struct StateFileBirthTests {
  /// A kind of file: how a process creates it, writes to it, and checks that the value is there.
  struct Kind: Sendable, CustomStringConvertible {
    let description: String
    let path: String
    let make: @Sendable (any FileSystem) -> Void
    /// Writes a value; returns whether the write was confirmed.
    let write: @Sendable (any FileSystem) -> Bool
    let isThere: @Sendable (any FileSystem) throws -> Bool
  }

  private static let silent = Diagnostics { _ in }

  private static func slots(_ name: String, _ magic: UInt64, _ size: Int) -> Kind {
    Kind(
      description: name, path: "/data/\(name)",
      make: { _ = try? DoubleSlotFile("/data/\(name)", magic: magic, slotSize: size, files: $0) },
      write: { files in
        (try? DoubleSlotFile("/data/\(name)", magic: magic, slotSize: size, files: files).write([7]))
          != nil
      },
      isThere: { files in
        try DoubleSlotFile.slots(at: "/data/\(name)", magic: magic, slotSize: size, files: files)
          .contains { $0.content == [7] }
      })
  }

  private static let consent = Kind(
    description: "consent", path: "/data/consent",
    make: { files in
      ConsentStore("/data", files: files, standard: .granted, diagnostics: silent)
        .change { $0.isTracking = true }
    },
    write: { files in
      let said = Log<String>()
      let store = ConsentStore(
        "/data", files: files, standard: .granted,
        diagnostics: Diagnostics { said.append($0.code) })
      store.change { $0.consent = .denied }
      return said.items.isEmpty
    },
    isThere: { files in
      ConsentStore("/data", files: files, standard: .granted, diagnostics: silent).consent()
        == .denied
    })

  private static let cursor = Kind(
    description: "cursor", path: "/data/state",
    make: { _ = try? CursorFile("/data/state", files: $0) },
    write: { files in
      guard let file = try? CursorFile("/data/state", files: files) else { return false }
      var cursor = Cursor()
      cursor.counters.delivered = 7
      return (try? file.commit(cursor, sync: .durable)) != nil
    },
    isThere: { try CursorFile.read("/data/state", files: $0)?.counters.delivered == 7 })

  private static let identity = Kind(
    description: "identity by its store", path: "/data/identity",
    make: {
      _ = try? DoubleSlotFile(
        "/data/identity", magic: IdentityStore.magic, slotSize: IdentityStore.slotSize, files: $0)
    },
    write: { files in
      let store = IdentityStore(
        "/data/identity", files: files, randomness: SeededRandomness(seed: 9))
      try? store.update { $0.userID = "ada" }
      return store.trouble == nil
    },
    isThere: { files in
      IdentityStore("/data/identity", files: files, randomness: SeededRandomness(seed: 3))
        .current.userID == "ada"
    })

  static let kinds: [Kind] = [
    consent, cursor, identity, slots("session", 11, 4_096), slots("super", 12, 65_536),
    slots("reset", 13, 16_384), slots("settings", 14, 131_072), slots("losses", 15, 4_096),
    slots("experiences", 16, 16_384), slots("memory", 17, 16_384),
  ]

  @Test(
    "a process that is paused at any call while it makes the file does not remove another's value",
    arguments: kinds)
  func heldUp(kind: Kind) throws {
    for calls in 0..<24 {
      let disk = SimulatedDisk()
      let (first, second) = (disk.makeProcess(), disk.makeProcess())
      try first.makeDirectory("/data")
      let wasWritten = Locked(false)
      disk.interrupt(first, afterCalls: calls) {
        let isWritten = kind.write(second)
        wasWritten.withLock { $0 = isWritten }
      }
      kind.make(first)
      let isKept = try !wasWritten.withLock { $0 } || kind.isThere(disk.makeProcess())
      #expect(isKept, "\(kind): held up at call \(calls + 1), the other's value is gone")
    }
  }

  @Test("a file that its maker did not finish is finished by the next one", arguments: kinds)
  func unfinished(kind: Kind) throws {
    for calls in 0..<24 {
      let disk = SimulatedDisk()
      let (first, second) = (disk.makeProcess(), disk.makeProcess())
      try first.makeDirectory("/data")
      disk.interrupt(first, afterCalls: calls) { disk.kill(first) }
      kind.make(first)
      #expect(kind.write(second), "\(kind): killed at call \(calls + 1)")
      #expect(try kind.isThere(disk.makeProcess()))
    }
  }
}
