import Cairn
import CairnExperiments
import CairnTesting
import Testing

/// The remaining state of visitors after damage to files, disk errors, a kill or a power failure.
@Suite struct VisitorDamageTests {
  static let visitors = ["a", "b", "c", "d"]

  /// Returns a disk with a file of four visitors, and its path.
  private func written() -> (image: DiskImage, path: String) {
    let shelf = VisitorShelf()
    let store = shelf.open()
    for name in Self.visitors { store.put(name, name) }
    return (shelf.disk.image, shelf.names[0])
  }

  @Test("a file that ends anywhere gives the records before that")
  func torn() throws {
    let (image, path) = written()
    let bytes = try #require(image.contents(path))
    var found: Set<Int> = []
    for count in 0...bytes.count {
      var copy = image
      copy.place(Array(bytes.prefix(count)), at: path)
      let shelf = VisitorShelf(copy)
      let store = shelf.open()
      let known = Self.visitors.prefix { store.variation($0) == $0 }.count
      #expect(Self.visitors.dropFirst(known).allSatisfy { store.variation($0) == nil })
      found.insert(known)
      store.put("e", "e")
      let next = shelf.open()
      #expect(next.variation("e") == "e")
      #expect(Self.visitors.prefix(known).allSatisfy { next.variation($0) == $0 })
    }
    #expect(found == [0, 1, 2, 3, 4])
  }

  @Test("a wrong byte loses its own record, and no other")
  func damaged() throws {
    let (image, path) = written()
    let bytes = try #require(image.contents(path))
    for place in 16..<bytes.count {
      var copy = image
      var changed = bytes
      changed[place] ^= 0x55
      copy.place(changed, at: path)
      let store = VisitorShelf(copy).open()
      #expect(Self.visitors.filter { store.variation($0) == $0 }.count == 3, "\(place)")
    }
  }

  @Test("records from another file, or at another place, are ignored")
  func misplaced() throws {
    let (image, path) = written()
    let bytes = try #require(image.contents(path))
    var other = image
    other.place(bytes, at: "/data/visitors/00000000000000ff")
    other.place([], at: path)
    #expect(VisitorShelf(other).open().variation("a") == nil)
    var moved = image
    moved.place(bytes.prefix(16) + [0] + bytes.dropFirst(16), at: path)
    #expect(VisitorShelf(moved).open().variation("a") == nil)
  }

  @Test("no bytes of a file end the process")
  func garbage() {
    var dice = Dice(seed: 5)
    for _ in 0..<500 {
      let bytes = (0..<200).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
      #expect(VisitorRecord(bytes) == nil)
      var image = DiskImage()
      image.place(bytes, at: "/data/visitors/00000000000000ff")
      image.place(bytes, at: "/data/visitors/strange")
      #expect(VisitorShelf(image).open().state(of: "a") == VisitorState())
    }
  }

  @Test("a process that dies at any call keeps every change that returned")
  func deaths() {
    var steps = 0
    for calls in 0... {
      let shelf = VisitorShelf()
      shelf.open().put("a", "0")
      let process = shelf.disk.makeProcess()
      shelf.disk.interrupt(process, afterCalls: calls) { [disk = shelf.disk] in
        disk.kill(process)
      }
      let store = shelf.open(process)
      var returned = 0
      for number in 1...3 {
        store.put("a", "\(number)")
        store.put("b\(number)", "x")
        if !shelf.disk.isDead(process) { returned = number }
      }
      let next = shelf.open()
      let left = Int(next.variation("a") ?? "") ?? -1
      #expect(left == returned || left == returned + 1, "\(calls)")
      #expect((0..<returned).allSatisfy { next.variation("b\($0 + 1)") == "x" })
      steps = calls
      if !shelf.disk.isDead(process) { break }
    }
    #expect(steps > 10)
  }

  @Test("a process that dies at any call of a compaction loses no visitor")
  func deathsInCompaction() async {
    let text = String(repeating: "x", count: 500)
    for calls in 0..<26 {
      let shelf = VisitorShelf()
      for launch in 0..<9 { shelf.open().put("v\(launch)", text) }
      let process = shelf.disk.makeProcess()
      let store = shelf.open(process)
      shelf.disk.interrupt(process, afterCalls: calls) { [disk = shelf.disk] in
        disk.kill(process)
      }
      store.put("last", "x")
      while !shelf.disk.isDead(process), shelf.names.count > 1 { await Task.yield() }
      let next = shelf.open()
      #expect((0..<9).allSatisfy { next.variation("v\($0)") == text }, "\(calls)")
    }
  }

  @Test(
    "after a loss of power each visitor has one of the states that were, and a synced one or later")
  func powerLoss() throws {
    var dice = Dice(seed: 11)
    for _ in 0..<300 {
      let shelf = VisitorShelf()
      let store = shelf.open()
      for round in 0..<dice.below(4) { store.put("a", "\(round)") }
      try store.sync()
      let synced = Int(store.variation("a") ?? "") ?? -1
      let last = synced + 1 + dice.below(40)
      for round in synced + 1...last { store.put("a", "\(round)") }
      for other in 0..<dice.below(5) { store.put("other-\(other)", "x") }
      let picks = shelf.disk.image.powerPicks(&dice)
      let next = VisitorShelf(shelf.disk.image.afterPowerLoss(picks)).open()
      let left = Int(next.variation("a") ?? "") ?? -1
      #expect((synced...last).contains(left))
      #expect((0..<5).allSatisfy { ["x", nil].contains(next.variation("other-\($0)")) })
    }
  }

  @Test(
    "while the disk fails, changes apply to this run, one line is logged, and then they are stored")
  func refusal() {
    let shelf = VisitorShelf()
    let store = shelf.open()
    store.put("a", "1")
    shelf.disk.refuse(with: FileError.noSpace)
    for name in ["a", "b", "c"] { store.put(name, "2") }
    #expect(store.variation("b") == "2")
    #expect(shelf.lines == ["error experiments.storage"])
    #expect(shelf.open().variation("a") == "1")
    shelf.disk.refuse(with: nil)
    store.put("d", "3")
    let next = shelf.open()
    #expect(["a", "b", "c", "d"].map { next.variation($0) } == ["2", "2", "2", "3"])
  }

  @Test(
    "a disk that could not be read at first is read before a decision, as soon as it is readable"
  )
  func lateDisk() {
    let shelf = VisitorShelf()
    let first = shelf.open()
    first.put("a", "1")
    first.put("gone", "1")
    first.change("shared") { state in
      state.bucketing = ["e": "stored"]
      state.goals = ["1"]
      state.exposures = ["e": "stored@1#0"]
      state.segments = ["country": "PT", "source": "search"]
    }
    let isLocked = Locked(true)
    let files = FaultyFileSystem(shelf.disk.makeProcess()) { _ in
      isLocked.withLock { $0 } ? .fail(FileError.noSpace) : .none
    }
    let store = VisitorStore(shelf.folder(files))
    #expect(store.variation("a") == nil)
    store.change("shared") { state in
      state.bucketing = ["e": "decided", "f": "decided"]
      state.goals = ["2"]
      state.exposures = ["e": "decided@1#0", "f": "decided@1#0"]
      state.segments = ["country": "DE"]
    }
    store.forget("gone")
    isLocked.withLock { $0 = false }
    #expect(store.variation("a") == "1")
    #expect(store.state(of: "gone") == VisitorState())
    var joined = VisitorState()
    joined.bucketing = ["e": "stored", "f": "decided"]
    joined.goals = ["1", "2"]
    joined.exposures = ["e": "stored@1#0", "f": "decided@1#0"]
    joined.segments = ["country": "DE", "source": "search"]
    #expect(store.state(of: "shared") == joined)
    store.put("b", "1")
    let next = shelf.open()
    #expect(next.state(of: "shared") == joined)
    #expect(next.state(of: "gone") == VisitorState())
  }

  @Test(
    "one line is logged about a visitor with too much state, and the others are stored")
  func tooLarge() {
    let shelf = VisitorShelf()
    let full = shelf.open()
    full.put("a", "1")
    full.put("large", String(repeating: "x", count: VisitorRecord.maximumBytes))
    full.put("larger", String(repeating: "x", count: VisitorRecord.maximumBytes + 1))
    full.put("b", "1")
    #expect(shelf.lines == ["error experiments.storage"])
    #expect(full.variation("large") != nil)
    #expect(["a", "b", "large"].map { shelf.open().variation($0) } == ["1", "1", nil])
  }

  @Test("when the folder is removed, the next change writes everything again")
  func vanished() {
    let shelf = VisitorShelf()
    let store = shelf.open()
    store.put("a", "1")
    shelf.disk.vanish("/data/visitors")
    store.put("b", "1")
    #expect(shelf.open().variation("a") == "1")
    #expect(shelf.open().variation("b") == "1")
  }
}
