import Cairn
import CairnExperiments
import CairnTesting
import Testing

/// Stores of two processes in one folder, and a disk that fails for a long time.
@Suite struct VisitorNeighbourTests {
  let shelf = VisitorShelf()

  /// Makes so many changes that the files are rewritten.
  func compact(_ store: VisitorStore) {
    let text = String(repeating: "x", count: 1_000)
    for number in 0..<400 { store.put("busy", "\(number) \(text)") }
  }

  @Test("a visitor who was forgotten in one process is not restored by another one's file")
  func forgotten() {
    let one = shelf.open()
    one.put("secret", "a")
    one.put("other", "b")
    // It has read the files, and writes to its own.
    let two = shelf.open()
    two.put("third", "c")
    one.forget("secret")
    compact(two)
    let later = shelf.open()
    #expect(later.variation("secret") == nil)
    #expect(later.variation("other") == "b")
    #expect(later.variation("third") == "c")
  }

  @Test("a forgotten visitor is not restored by a process that had no file")
  func late() {
    let one = shelf.open()
    one.put("secret", "a")
    one.put("other", "b")
    let two = shelf.open()
    one.forget("secret")
    compact(two)
    compact(one)
    let later = shelf.open()
    #expect(later.variation("secret") == nil)
    #expect(later.variation("other") == "b")
  }

  @Test("a change of one process is not undone when another one rewrites its file")
  func changed() {
    let one = shelf.open()
    one.put("shopper", "a")
    let two = shelf.open()
    one.put("shopper", "b")
    compact(two)
    compact(one)
    #expect(shelf.open().variation("shopper") == "b")
  }

  @Test("a disk that refuses writes makes no change more expensive, also with many waiting changes")
  func refusing() {
    let largest = Locked(0)
    let refuses = Locked(true)
    let files = FaultyFileSystem(shelf.disk.makeProcess()) { call in
      guard call.name == "write", refuses.withLock({ $0 }) else { return .none }
      largest.withLock { $0 = max($0, call.bytes) }
      return .fail(FileError.noSpace)
    }
    let store = VisitorStore(shelf.folder(files))
    // The file is created while there is space.
    refuses.withLock { $0 = false }
    store.put("first", "a")
    refuses.withLock { $0 = true }
    for number in 0..<1_000 { store.put("visitor-\(number)", "a") }
    #expect(largest.withLock { $0 } < 16_384)
    refuses.withLock { $0 = false }
    store.put("last", "a")
    let later = shelf.open()
    #expect((0..<1_000).allSatisfy { later.variation("visitor-\($0)") == "a" })
    #expect(later.variation("last") == "a")
  }

  @Test("an undetected erasure by another process is not undone by a new file")
  func erased() async {
    let said = Diagnostics { _ in }
    let memory = InMemoryFileSystem()
    func consents() -> ConsentStore {
      ConsentStore("/instance", files: memory, standard: .granted, diagnostics: said)
    }
    let (mine, other) = (consents(), consents())
    let store = VisitorStore(shelf.folder(shelf.disk.makeProcess(), mine))
    store.put("secret", "a")
    other.change { $0.erasures += 1 }
    shelf.disk.vanish("/data/visitors")
    store.put("second", "a")
    #expect(shelf.names.isEmpty)
    mine.look(at: shelf.clock.now())
    #expect(mine.record.erasures == 1)
  }
}
