import Cairn
import CairnExperiments
import CairnTesting
import Testing

/// The state of visitors across launches.
@Suite struct VisitorStoreTests {
  let shelf = VisitorShelf()

  static let full: VisitorState = {
    var state = VisitorState()
    state.bucketing = ["71001": "t1", "": "ü\0\u{1F600}"]
    state.goals = ["9001", "9002"]
    state.segments = ["country": "PT", "visitorType": "returning"]
    state.customSegments = ["8201", "8201"]
    state.locations = ["8101"]
    state.exposures = ["71001": "t1@11"]
    return state
  }()

  @Test("the whole state of a visitor is there in the next launch, byte for byte")
  func nextLaunch() {
    shelf.open().change("shopper") { $0 = Self.full }
    let next = shelf.open()
    #expect(next.state(of: "shopper") == Self.full)
    #expect(next.state(of: "somebody else") == VisitorState())
    #expect(shelf.lines.isEmpty)
  }

  @Test("a change returns the result of its closure, and an error changes nothing")
  func results() throws {
    let store = shelf.open()
    #expect(store.change("a") { $0.goals.insert("1").inserted })
    #expect(!store.change("a") { $0.goals.insert("1").inserted })
    #expect(throws: CancellationError.self) {
      try store.change("a") { state in
        state.goals = []
        throw CancellationError()
      }
    }
    #expect(store.state(of: "a").goals == ["1"])
  }

  @Test("a change costs one small write, and none when nothing changes")
  func cost() {
    let store = shelf.open()
    for number in 0..<1_000 { store.put("visitor-\(number)", "a") }
    let (changes, bytes) = (shelf.disk.changes, shelf.disk.image.bytes)
    store.put("visitor-5", "b")
    #expect(shelf.disk.changes == changes + 1)
    #expect(shelf.disk.image.bytes - bytes < 100)
    store.put("visitor-5", "b")
    _ = store.variation("visitor-6")
    #expect(shelf.disk.changes == changes + 1)
  }

  @Test(
    "the files contain at most a few times the current state, and few files of old launches remain")
  func compaction() async {
    let text = String(repeating: "x", count: 1_000)
    let store = shelf.open()
    for number in 0..<1_000 { store.put("visitor-\(number % 20)", "\(number)\(text)") }
    // Old files are removed in the background.
    while shelf.names.count > 1 { await Task.yield() }
    #expect(shelf.disk.image.bytes < 200_000)
    for launch in 0..<30 { shelf.open().put("one", "\(launch)") }
    while shelf.names.count > 11 { await Task.yield() }
    let next = shelf.open()
    #expect(next.variation("one") == "29")
    #expect((0..<20).allSatisfy { next.variation("visitor-\($0)") == "\(980 + $0)\(text)" })
  }

  @Test(
    "beyond the limit the least recently used visitor is forgotten, in this launch and in the next")
  func limit() {
    let store = shelf.open(most: 3)
    for name in ["a", "b", "c"] { store.put(name, name) }
    #expect(store.variation("a") == "a")
    store.put("d", "d")
    #expect(["a", "b", "c", "d"].map { store.variation($0) } == ["a", nil, "c", "d"])
    let next = shelf.open(most: 2)
    #expect(["c", "d"].map { next.variation($0) } == ["c", "d"])
    #expect(next.variation("a") == nil)
  }

  @Test(
    "the most recently used visitors stay known in later launches, even after files are rewritten"
  )
  func order() async {
    let store = shelf.open()
    for name in ["a", "b", "c", "gone"] { store.put(name, name) }
    #expect(store.variation("a") == "a")
    // This begins another file.
    store.forget("gone")
    while shelf.names.count > 1 { await Task.yield() }
    store.put("d", "d")
    let next = shelf.open(most: 2)
    #expect(["a", "b", "c", "d"].map { next.variation($0) } == ["a", nil, nil, "d"])
    // A visitor that another process changes meanwhile has the state that the other process stored.
    let other = shelf.open()
    other.put("a", "other")
    next.put("e", "e")
    #expect(shelf.open().variation("a") == "other")
    withExtendedLifetime(other) {}
  }

  @Test("no state of a forgotten visitor stays on the disk, even if they were not known any more")
  func forgetDropped() async {
    let needle = "needle-7a21"
    let store = shelf.open(most: 2)
    for name in [needle, "b", "c"] { store.put(name, name) }
    #expect(store.state(of: needle) == VisitorState())
    store.forget(needle)
    while shelf.names.count > 1 { await Task.yield() }
    let left = shelf.names.compactMap { shelf.disk.image.contents($0) }
    #expect(left.allSatisfy { !String(decoding: $0, as: UTF8.self).contains(needle) })
    #expect(shelf.open().state(of: needle) == VisitorState())
  }

  @Test("a forgotten visitor is forgotten in the next launch too")
  func forget() {
    let store = shelf.open()
    store.put("a", "1")
    store.put("b", "1")
    store.forget("a")
    #expect(store.state(of: "a") == VisitorState())
    #expect(shelf.open().state(of: "a") == VisitorState())
    #expect(shelf.open().variation("b") == "1")
  }

  @Test("no state of a forgotten visitor stays on the disk, not from earlier launches either")
  func forgetOnDisk() async {
    let needle = "needle-7a21"
    shelf.open().put(needle, "1")
    let store = shelf.open()
    store.put("b", "1")
    store.put(needle, "2")
    store.forget(needle)
    // Old files are removed in the background.
    while shelf.names.count > 1 { await Task.yield() }
    let left = shelf.names.compactMap { shelf.disk.image.contents($0) }
    #expect(left.allSatisfy { !String(decoding: $0, as: UTF8.self).contains(needle) })
    #expect(shelf.open().variation("b") == "1")
  }

  @Test(
    "forgotten state that cannot be compacted is removed with the next change")
  func forgetOnFullDisk() async {
    let needle = "needle-7a21"
    let store = shelf.open()
    store.put(needle, "1")
    shelf.disk.refuse(with: FileError.noSpace)
    store.forget(needle)
    shelf.disk.refuse(with: nil)
    store.put("b", "1")
    while shelf.names.count > 1 { await Task.yield() }
    let left = shelf.names.compactMap { shelf.disk.image.contents($0) }
    #expect(left.allSatisfy { !String(decoding: $0, as: UTF8.self).contains(needle) })
  }

  @Test("a forgotten visitor that cannot be removed from the disk is logged once")
  func forgetWithoutRoom() {
    let isFull = Locked(false)
    let files = FaultyFileSystem(shelf.disk.makeProcess()) { call in
      isFull.withLock { $0 } && call.name == "create" ? .fail(FileError.noSpace) : .none
    }
    let store = VisitorStore(shelf.folder(files))
    for visitor in ["a", "b"] { store.put(visitor, "1") }
    isFull.withLock { $0 = true }
    store.forget("a")
    store.put("b", "2")
    #expect(shelf.lines == ["error experiments.storage"])
    isFull.withLock { $0 = false }
    store.put("b", "3")
    isFull.withLock { $0 = true }
    store.forget("b")
    #expect(shelf.lines == ["error experiments.storage", "error experiments.storage"])
  }

  @Test("a clock that goes back does not restore an older state")
  func clock() {
    shelf.open().put("a", "1")
    shelf.clock.setWall(millisecondsSince1970: 0)
    shelf.open().put("a", "2")
    shelf.open().put("a", "3")
    #expect(shelf.open().variation("a") == "3")
  }

  @Test("two processes in one folder read the state at their start, and neither loses any")
  func processes() {
    let one = shelf.open()
    one.put("a", "one")
    let two = shelf.open()
    #expect(two.variation("a") == "one")
    two.put("b", "two")
    one.put("c", "one")
    shelf.clock.advance(bySeconds: 1)
    one.put("shared", "one")
    shelf.clock.advance(bySeconds: 1)
    two.put("shared", "two")
    let next = shelf.open()
    #expect(["a", "b", "c", "shared"].map { next.variation($0) } == ["one", "two", "one", "two"])
    // The files of running processes are not removed.
    for number in 0..<2_000 { next.put("next", "\(number)") }
    one.put("d", "still there")
    #expect(shelf.open().variation("d") == "still there")
    withExtendedLifetime((one, two)) {}
  }

  @Test("concurrent callers do not affect each other")
  func callers() async {
    let store = shelf.open()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<100 {
            store.change("shared") { _ = $0.goals.insert("\(task)-\(number)") }
            store.put("own-\(task)", "\(number)")
            _ = store.state(of: "own-\(number % 8)")
          }
        }
      }
    }
    let next = shelf.open()
    #expect(next.state(of: "shared").goals.count == 800)
    #expect((0..<8).allSatisfy { next.variation("own-\($0)") == "99" })
  }
}
