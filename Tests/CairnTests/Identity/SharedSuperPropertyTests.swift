import Cairn
import CairnTesting
import Foundation
import Testing

/// Several processes change the super properties at the same time.
@Suite struct SharedSuperPropertyTests {
  private static let (stores, changes) = (3, 40)

  @Test("changes of several processes at the same time are all kept")
  func atOnce() throws {
    for _ in 0..<(Effort.isWhole ? 60 : 20) {
      let folder = NSTemporaryDirectory() + "cairn-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      // Each has files of its own, as in a process of its own.
      let stores = (0..<Self.stores).map { _ in open(folder) }
      DispatchQueue.concurrentPerform(iterations: Self.stores) { place in
        for number in 0..<Self.changes {
          _ = stores[place].change(.set(["\(place)-\(number)": 1], redacted: [])) { _ in }
        }
      }
      #expect(open(folder).current.values.count == Self.stores * Self.changes)
    }
  }

  @Test("where several processes end an event at the same time, one of them gets its timer")
  func timer() throws {
    for _ in 0..<(Effort.isWhole ? 60 : 20) {
      let folder = NSTemporaryDirectory() + "cairn-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let timer = EventTimers.Timer(
        "One", start: Moment(wall: 0, continuous: 0), boot: 1, maximum: .minutes(1))
      _ = open(folder).change(.startTimer(timer)) { _ in }
      let stores = (0..<Self.stores).map { _ in open(folder) }
      let ended = Locked<[EventTimers.Timer]>([])
      DispatchQueue.concurrentPerform(iterations: Self.stores) { place in
        _ = stores[place].change(.endTimer("One")) { values in
          if let timer = values.ended { ended.withLock { $0.append(timer) } }
        }
      }
      #expect(ended.withLock { $0 } == [timer])
    }
  }

  private func open(_ folder: String) -> SuperPropertyStore {
    SuperPropertyStore(folder + "/super", files: PosixFileSystem(), maximumEventBytes: 65_536)
  }
}
