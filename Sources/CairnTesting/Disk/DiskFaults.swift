/// The calls to a simulated disk that fail: the nth of a kind, or some at random.
package struct DiskFaults: Sendable {
  /// A fault at the nth call of a kind, and at a number of calls that follow.
  package struct Planned: Sendable {
    package var kind: DiskCall.Kind
    package var first: Int
    package var count: Int
    package var fault: DiskFault
    /// Applies only to files with this text in their path.
    package var path: String

    package init(
      _ kind: DiskCall.Kind, at first: Int, count: Int = 1, _ fault: DiskFault, path: String = ""
    ) {
      self.kind = kind
      self.first = first
      self.count = count
      self.fault = fault
      self.path = path
    }
  }

  package var planned: [Planned] = []
  /// The faults that occur at random, with their probability in thousandths for a kind of call.
  package var random: [(kind: DiskCall.Kind, perMille: Int, fault: DiskFault)] = []
  private var dice: Dice
  private var seen: [Int]

  package init(_ planned: [Planned] = [], seed: UInt64 = 0) {
    self.planned = planned
    dice = Dice(seed: seed)
    seen = [Int](repeating: 0, count: planned.count)
  }

  package var isEmpty: Bool { planned.isEmpty && random.isEmpty }

  mutating func fault(for call: DiskCall) -> DiskFault? {
    if isEmpty { return nil }
    var found: DiskFault?
    if seen.count < planned.count {
      seen += [Int](repeating: 0, count: planned.count - seen.count)
    }
    for (place, plan) in planned.enumerated() where plan.kind == call.kind {
      guard plan.path.isEmpty || call.path.contains(plan.path) else { continue }
      seen[place] += 1
      if seen[place] >= plan.first, seen[place] < plan.first + plan.count { found = plan.fault }
    }
    for entry in random where entry.kind == call.kind && found == nil {
      if dice.hits(entry.perMille) { found = entry.fault }
    }
    return found
  }
}

/// The effect of a fault on a call to a simulated disk.
package enum DiskFault: Hashable, Sendable {
  /// The call fails without effect. A failed sync marks the pages as clean, as a successful one
  /// does.
  case fail(Int32)
  /// A write writes at most the given number of bytes, and returns that number.
  case short(Int)
}
