import CairnTesting
import Dispatch
import Foundation
import Testing

/// Many scenarios, all tested in the same way.
struct Campaign: Sendable {
  let name: String
  /// The campaign's share of all crash states, in per cent.
  let share: Int
  /// The cost of one of its crash states, relative to other campaigns.
  private let weight: Int
  /// The number of threads that work on it.
  private let threads: Int
  private let attempt: @Sendable (UInt64) -> Verdict
  private let report: @Sendable (UInt64) -> String

  init<Scene: Play>(
    name: String, share: Int, weight: Int = 1, threads: Int = 2,
    make: @escaping @Sendable (UInt64) -> Scene,
    attempt: @escaping @Sendable (Scene) -> Verdict
  ) {
    self.name = name
    self.share = share
    self.weight = weight
    self.threads = threads
    self.attempt = { attempt(make($0)) }
    report = { Self.report(name, make($0), attempt) }
  }

  /// Tests scenarios until the budget is used up.
  ///
  /// Runs on separate threads, because some scenarios wait; on several, because with one the
  /// longest campaign would run alone beside idle processors.
  func run(_ budget: Budget = .current) async {
    let search = Search(budget, states: budget.states * share / 100)
    await withCheckedContinuation { done in
      let group = DispatchGroup()
      for number in 0..<(budget.isOneSeed ? 1 : threads) {
        group.enter()
        let thread = Thread {
          Thread.current.threadDictionary[Launch.folderOfThread] = "/data/\(name) \(number)/v1"
          while let seed = search.next() { look(seed, search, budget) }
          group.leave()
        }
        thread.stackSize = 4 << 20
        thread.start()
      }
      group.notify(queue: .global()) { done.resume() }
    }
    if let seed = search.failed { Issue.record("\(report(seed))") }
  }

  private func look(_ seed: UInt64, _ search: Search, _ budget: Budget) {
    let verdict = attempt(seed)
    search.add(max(1, verdict.states) * weight, failed: verdict.failure == nil ? nil : seed)
    Totals.add(verdict, lost: verdict.failure == nil ? 0 : 1)
    guard let failure = verdict.failure, budget.stopsAtOnce else { return }
    FileHandle.standardOutput.write(Data("FAILED \(name), seed \(seed): \(failure)\n".utf8))
    exit(3)
  }

  /// Reports the shortest scenario that still fails, and how to reproduce it.
  private static func report<Scene: Play>(
    _ name: String, _ scenario: Scene, _ attempt: (Scene) -> Verdict
  ) -> String {
    let short = Shortening.shortest(of: scenario) { attempt($0).failure != nil }
    let steps = short.steps.enumerated().map { "  \($0 + 1). \($1)" }.joined(separator: "\n")
    return """
      \(name), seed \(scenario.seed): \(attempt(short).failure ?? "nothing")
      CAIRN_SEED=\(scenario.seed) repeats it. \(short.steps.count) of \(scenario.steps.count) steps:
      \(steps)
      \(short.setting)
      """
  }
}

/// The result of testing one scenario.
struct Verdict: Sendable {
  /// The number of disks after a crash that were checked.
  var states = 0
  /// The number of events that were acknowledged as stored.
  var acknowledged = 0
  /// The first problem and its place.
  var failure: String?

  mutating func judge(_ wrong: [String], _ place: @autoclosure () -> String) {
    states += 1
    if failure == nil, let first = wrong.first { failure = "\(first) [\(place())]" }
  }
}
