import Cairn
import Foundation

/// Measures the files of a journal while it is used, against its cap.
final class JournalBytes: Sendable {
  private struct State: Sendable {
    var isOver = false
    var most: [String: Int] = [:]
  }

  private let journal: String
  private let cap: Int
  private let most: Int
  private let state = Locked(State())

  /// Nil when there is no cap to speak of.
  init?(_ plan: Plan, _ journal: String) {
    guard let cap = plan.capBytes else { return nil }
    self.journal = "\(journal)/\(Plan.instance)/v1"
    self.cap = cap
    // The cap does not count the batches under way: each lies in two segments at most, of a sixteenth of the cap.
    most = cap + cap / 4 + plan.places.count * 2 * min(plan.segmentBytes, cap / 16)
    Thread.detachNewThread { [self] in
      while !state.withLock({ $0.isOver }) {
        measure()
        Pause.milliseconds(40)
      }
    }
  }

  func stop() { state.withLock { $0.isOver = true } }

  /// The segments, and the dead letters of each destination, keep to the cap and a quarter, and the batches under way.
  var violations: [Violation] {
    state.withLock { $0.most }.filter { $0.value > most }.map { folder, bytes in
      Violation(
        kind: .bounds, text: "\(folder): \(bytes >> 10) KiB, with a cap of \(cap >> 10) KiB")
    }
  }

  private func measure() {
    let destinations =
      (try? FileManager.default.contentsOfDirectory(atPath: journal + "/dest")) ?? []
    for folder in ["log"] + destinations.map({ "dest/\($0)/dead" }) {
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
