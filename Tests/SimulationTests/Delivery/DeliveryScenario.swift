import Cairn
import CairnTesting

/// A program that delivers to several collectors, and its steps.
///
/// A scenario always has the same history.
struct DeliveryScenario: Sendable {
  var seed: UInt64
  var syncsEveryEvent = false
  var syncs = true
  var losesPower = false
  /// Whether batches may be handed to the system.
  var handsOver = false
  /// The number of used opportunities to die, of a thousand.
  var deadliness = 1_000
  var segmentBytes = 2_048
  var cap = JournalCap()
  var plans: [CollectorPlan] = []
  /// The destinations of the first program.
  var registry: [Int] = []
  var steps: [DeliveryStep] = []

  init(seed: UInt64) { self.seed = seed }

  var hasCap: Bool { cap.bytes < .max || cap.events < .max }
}

extension DeliveryScenario: Play {
  var setting: String {
    "hands over \(handsOver), syncs \(syncs), every event \(syncsEveryEvent), segments of \(segmentBytes) bytes, \(cap), first \(registry) of \(plans)"
  }
}
