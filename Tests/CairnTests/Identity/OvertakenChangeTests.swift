import Cairn
import CairnTesting
import Testing

/// A disk on which another process acts before one call of this process.
final class IntrudedFiles: Sendable {
  /// The calls of the check before a write, and the write itself: what another process writes
  /// during these is replaced.
  static let last = 5

  private let rest = Locked<Int?>(nil)
  let memory = InMemoryFileSystem()

  /// Returns the disk of this process; each process gets the lock, as one does that could not wait
  /// for it.
  func files(_ act: @escaping @Sendable () -> Void) -> any FileSystem {
    FaultyFileSystem(LocklessFiles(files: memory)) { [self] call in
      let isDue = rest.withLock { rest in
        rest = rest.map { $0 - 1 }
        return rest == 0
      }
      if isDue { act() }
      return .none
    }
  }

  /// Acts before the call of this number from now on; returns the number of calls during `work`.
  @discardableResult
  func acting(before number: Int, _ work: () throws -> Void) rethrows -> Int {
    rest.withLock { $0 = number }
    try work()
    return rest.withLock { number - ($0 ?? 0) }
  }
}

/// Two processes change the super properties at once, because a third one keeps the lock.
@Suite struct OvertakenChangeTests {
  private static let changes: [SuperPropertyChange] = [
    .set(["own": 1], redacted: []), .group("acme", type: "company", isRedacted: false),
    .startTimer(
      EventTimers.Timer(
        "One", start: Moment(wall: 0, continuous: 0), boot: 1, maximum: .minutes(1))),
    .remove("first"),
  ]
  private static let first = SuperPropertyChange.set(["first": 1], redacted: [])
  private static let other = SuperPropertyChange.set(["other": 2], redacted: [])

  private func open(_ files: any FileSystem) -> SuperPropertyStore {
    SuperPropertyStore("/super", files: files, maximumEventBytes: 65_536)
  }

  @Test(
    "a value that another process stores during a change is not lost, at whichever call",
    arguments: changes.indices)
  func overtaken(_ place: Int) {
    var expected = SuperPropertyValues()
    for change in [Self.first, Self.changes[place], Self.other] { change.apply(to: &expected) }
    func act(before number: Int, isActing: Bool = true) -> Int {
      let disk = IntrudedFiles()
      let other = open(LocklessFiles(files: disk.memory))
      _ = other.change(Self.first) { _ in }
      let own = open(disk.files { if isActing { _ = other.change(Self.other) { _ in } } })
      let calls = disk.acting(before: number) { _ = own.change(Self.changes[place]) { _ in } }
      guard isActing else { return calls }
      let stored = open(disk.memory).current.json
      #expect(stored.sorted() == expected.json.sorted(), "call \(number)")
      #expect(own.current.json.sorted() == stored.sorted(), "call \(number)")
      return calls
    }
    let calls = act(before: 1, isActing: false)
    #expect(calls > 2 * IntrudedFiles.last)
    for number in 1...(calls - IntrudedFiles.last + 1) { _ = act(before: number) }
  }

  /// A disk on which another process has each lock, and one replaces the file after a write.
  private final class ReplacedFiles: ForwardingFileSystem {
    let files: any FileSystem
    private let replace: @Sendable () -> Void
    private let writes = Locked(0)

    init(_ files: any FileSystem, _ replace: @escaping @Sendable () -> Void) {
      (self.files, self.replace) = (files, replace)
    }

    func tryLock(_ file: FileDescriptor) throws(FileError) -> Bool { false }

    func write(
      _ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) throws(FileError) -> Int {
      let isFirst = writes.withLock { writes in
        writes += 1
        return writes == 1
      }
      defer { if isFirst { replace() } }
      return try files.write(file, bytes, at: offset)
    }
  }

  @Test("where two changes are written at the same time, none is lost")
  func replaced() throws {
    let memory = InMemoryFileSystem()
    _ = open(memory).change(Self.first) { _ in }
    // The other process has read the file before this one writes it, and writes after it.
    let others = InMemoryFileSystem(copying: memory)
    _ = open(others).change(Self.other) { _ in }
    let slots = try OpenFile("/super", .read, in: others)
      .read(2 * SuperPropertyStore.slotSize, at: 0)
    let own = open(
      ReplacedFiles(memory) {
        let file = try? OpenFile("/super", .readWrite, in: memory)
        #expect(throws: Never.self) { try file?.write(slots, at: 0) }
      })
    _ = own.change(Self.changes[0]) { _ in }
    let all: [String: Value] = ["first": 1, "other": 2, "own": 1]
    #expect(open(memory).current.values == all)
    #expect(own.current.values == all)
  }
}
