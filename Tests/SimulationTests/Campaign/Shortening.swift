/// Finds the relevant steps of a long scenario.
enum Shortening {
  /// Removes halves, quarters and so on of the steps while it still fails, within some hundred
  /// attempts.
  static func shortest<Scene: Play>(of scenario: Scene, fails: (Scene) -> Bool) -> Scene {
    var best = scenario
    var size = max(1, scenario.steps.count / 2)
    var attempts = 0
    while attempts < 400 {
      var place = 0
      var isShorter = false
      while place < best.steps.count, attempts < 400 {
        var next = best
        next.steps.removeSubrange(place..<min(place + size, best.steps.count))
        attempts += 1
        if fails(next) {
          best = next
          isShorter = true
        } else {
          place += size
        }
      }
      if size == 1, !isShorter { break }
      size = max(1, size / 2)
    }
    return best
  }
}

/// A history that can be tested, and shortened when it fails.
protocol Play: Sendable {
  associatedtype Step

  var seed: UInt64 { get set }
  var steps: [Step] { get set }
  /// The parameters beside the steps.
  var setting: String { get }
}

extension Scenario: Play {
  var setting: String {
    "policy \(policy), window \(windowBytes), lanes of \(laneEvents), segments of \(segmentBytes) bytes, \(destinations)"
  }
}
