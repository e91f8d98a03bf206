import Cairn
import CairnTesting
import Testing

/// Two processes change the identity at once, because a third one keeps the lock.
@Suite struct SharedIdentityTests {
  private let next = Identity.another(SeededRandomness(seed: 3))

  private func open(_ files: any FileSystem, seed: UInt64 = 1) -> IdentityStore {
    IdentityStore("/identity", files: files, randomness: SeededRandomness(seed: seed))
  }

  @Test("a user that is reset during a change of another process is not restored")
  func reset() throws {
    // To open and lock the file takes 4 calls, to read it 4; then it is checked and written.
    for number in 1...9 {
      let disk = IntrudedFiles()
      let other = open(LocklessFiles(files: disk.memory))
      try other.update { $0.userID = "user-1" }
      let own = open(
        disk.files { [next] in
          _ = try? other.update(replacing: true) { _, commit in commit(next) }
        }, seed: 2)
      try disk.acting(before: number) { try own.update { $0.userID = "user-2" } }
      let stored = open(disk.memory, seed: 4).current
      #expect(stored.person == next.person && stored.anonymousID == next.anonymousID, "\(number)")
      #expect(own.current == stored, "\(number)")
    }
  }
}
