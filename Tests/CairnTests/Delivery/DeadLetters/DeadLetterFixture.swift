import Cairn
import CairnTesting
import Foundation

/// Two destinations on one disk in memory: `picky` refuses bad events, `open` accepts everything.
final class DeadLetterFixture: Sendable {
  private final class Mended: Sendable {
    private let state = Locked(false)
    var isDone: Bool { state.withLock { $0 } }
    func mend() { state.withLock { $0 = true } }
  }

  static let folder = "/test/key-ef46db3751d8e999/v1"

  let clock = ManualClock()
  let storage: TestStorage
  /// The refusals of `picky`; none after `mend()`.
  private let mended: Mended
  private let boxes = Locked<UInt64>(1_000)
  let picky: RecordingDestination
  let open = RecordingDestination(name: "open")

  init(_ storage: TestStorage = TestStorage()) {
    self.storage = storage
    let mended = Mended()
    self.mended = mended
    picky = RecordingDestination(
      name: "picky",
      answer: { batch in
        var refused: [Int: DeliveryRejection] = [:]
        for (place, event) in batch.events.enumerated()
        where event.text.contains("Bad") && !mended.isDone {
          refused[place] = DeliveryRejection("no such event", status: 422, answer: "bad: \(place)")
        }
        return refused.isEmpty ? .accepted : .partial(refused: refused, again: [])
      })
  }

  /// Accepts everything from now on.
  func mend() { mended.mend() }

  func start() async -> Analytics {
    await launch(Configuration(destinations: [picky, open]), clock, storage)
  }

  /// Records events, every third of which is bad, and delivers them.
  static func filled(_ events: Int = 6) async -> DeadLetterFixture {
    let scene = DeadLetterFixture()
    let analytics = await scene.start()
    for number in 1...events {
      analytics.track(number.isMultiple(of: 3) ? "Bad \(number)" : "Good \(number)", ["n": 1.0])
    }
    await analytics.flush()
    await analytics.close()
    return scene
  }

  func box(_ name: String = "picky", on files: (any FileSystem)? = nil) -> DeadLetterManager {
    DeadLetterManager(
      Self.folder, destination: name, files: files ?? storage.files, clock: clock,
      randomness: SeededRandomness(
        seed: boxes.withLock { seed in
          seed += 1
          return seed
        }))
  }

  /// Returns the ledger row according to the disk.
  func row(_ name: String) throws -> Ledger.Row? {
    let cursor = try CursorFile.read("\(Self.folder)/dest/\(name)/state", files: storage.files)
    let recovery = Recovery(directory: Self.folder + "/log", files: storage.files)
    let segments = try recovery.run().segments
    return cursor.map { Ledger.Row(DeliveryReport(name: name, cursor: $0), segments) }
  }

  func letterFiles() throws -> [String] {
    try storage.files.list(Self.folder + "/dest/picky/dead").filter { SegmentName($0) != nil }
  }
}

extension Ledger.Row {
  /// The counters that are not zero, as text.
  var account: String {
    let dropped = dropped.values.reduce(0, +)
    let numbers = [
      ("accepted", accepted), ("delivered", delivered), ("filtered", filtered),
      ("dead", deadLettered), ("replayed", replayed), ("damaged", damaged), ("dropped", dropped),
      ("pending", pending),
    ]
    return numbers.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
  }
}
