/// Finds the attempt of a user that came furthest.
///
/// Its arrays are used again for each attempt: most users have several.
struct FunnelAttempts {
  /// The first step with the same name, for each step.
  private let names: [Int]
  private let window: Int64
  /// The first event that was not too early for the attempts until now, for each step.
  private var next: [Int]
  /// The end of the events of each step.
  private var ends: [Int]
  /// The last event of each name in the current attempt.
  private var used: [Int]
  /// The times of the steps of the current attempt.
  private var reached: [Int64] = []
  private var best: [Int64] = []

  init(names: [Int], window: Int64) {
    self.names = names
    self.window = window
    next = [Int](repeating: 0, count: names.count)
    ends = next
    used = next
  }

  /// Returns the times of the steps of a user's best attempt that begins before this time; empty
  /// when there is none.
  mutating func best(_ block: FunnelBlock, _ user: Int, before end: Int64) -> [Int64] {
    best.removeAll(keepingCapacity: true)
    // No attempt comes further than to a step without events.
    var most = names.count
    for step in names.indices {
      let places = block.places(user, names[step])
      if places.isEmpty, step < most { most = step }
      next[step] = places.lowerBound
      ends[step] = places.upperBound
    }
    for first in block.places(user, 0) where block.time(first) < end {
      attempt(block, from: first)
      if reached.count > best.count { swap(&best, &reached) }
      if best.count == most { break }
    }
    return best
  }

  private mutating func attempt(_ block: FunnelBlock, from first: Int) {
    let start = block.time(first)
    var last = start
    reached.removeAll(keepingCapacity: true)
    reached.append(start)
    // An event is used for one step only, so a name that occurs twice needs two events.
    for step in used.indices { used[step] = -1 }
    used[0] = first
    for step in names.indices.dropFirst() {
      let name = names[step]
      // An event that is too early for this attempt is so for all later ones.
      var place = max(next[step], used[name] + 1)
      while place < ends[step], block.time(place) < last { place += 1 }
      next[step] = place
      guard place < ends[step], block.time(place) - start <= window else { break }
      used[name] = place
      last = block.time(place)
      reached.append(last)
    }
  }
}
