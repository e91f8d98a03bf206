import Cairn
import Foundation

/// Measures the files of a journal during use, and compares them with its cap.
final class JournalBytes: Sendable {
  private struct State: Sendable {
    var isOver = false
    var most: [String: Int] = [:]
  }

  private let journal: String
  /// The maximum bytes by purpose of a folder.
  private let bounds: [String: Int]
  private let state = Locked(State())

  /// Creates the measurement; nil when there is no relevant cap.
  init?(_ plan: Plan, _ journal: String) {
    guard let cap = plan.capBytes, let letters = plan.deadLetterBytes else { return nil }
    self.journal = "\(journal)/\(Plan.instance)/v1"
    bounds = [
      // The cap excludes the batches in flight: each is in two segments at most, of a sixteenth of
      // the cap.
      "log": cap + cap / 4 + plan.places.count * 2 * min(plan.segmentBytes, cap / 16),
      // The letters of a batch are stored before the oldest are dropped.
      "dead": letters + letters / 4,
      // One file for each process, and for one that ended and was replaced.
      "drops": (plan.writers + 1) * 131_072,
    ]
    Thread.detachNewThread { [self] in
      while !state.withLock({ $0.isOver }) {
        measure()
        BlockingSleep.milliseconds(40)
      }
    }
  }

  func stop() { state.withLock { $0.isOver = true } }

  /// The violations of the limits of segments, dead letters and drop files.
  var violations: [Violation] {
    state.withLock { $0.most }.compactMap { folder, bytes in
      guard let bound = bounds[Self.purpose(folder)], bytes > bound else { return nil }
      return Violation(
        kind: .bounds, text: "\(folder): \(bytes >> 10) KiB, and at most \(bound >> 10) KiB are due"
      )
    }
  }

  private static func purpose(_ folder: String) -> String {
    String(
      folder[(folder.lastIndex(of: "/").map { folder.index(after: $0) } ?? folder.startIndex)...])
  }

  private func measure() {
    let destinations =
      (try? FileManager.default.contentsOfDirectory(atPath: journal + "/dest")) ?? []
    for folder in ["log", "drops"] + destinations.map({ "dest/\($0)/dead" }) {
      let bytes = Self.bytes("\(journal)/\(folder)")
      state.withLock { $0.most[folder] = max($0.most[folder] ?? 0, bytes) }
    }
  }

  static func bytes(_ folder: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.reduce(0) { sum, name in
      var status = stat()
      return stat("\(folder)/\(name)", &status) == 0 ? sum + Int(status.st_size) : sum
    }
  }
}
