/// The events of some users of a funnel, in the order of the users, their steps and their times.
struct FunnelBlock {
  static let userBits = 10
  private static let stepBits = 3
  /// The number of users.
  static let users = 1 << userBits
  private static let keys = users << stepBits
  /// Longer than any period that a query can ask for.
  static let maxTime = Int64(1) << (64 - 1 - userBits - stepBits)

  private var events: [UInt64]
  /// The first event of each user and step, and the end of the last.
  private var starts: [Int32]

  /// Sorts events, which are mostly in the order of their times.
  init(_ unsorted: [UInt64]) {
    starts = [Int32](repeating: 0, count: Self.keys + 1)
    for event in unsorted { starts[Self.key(event) + 1] += 1 }
    for key in 0..<Self.keys { starts[key + 1] += starts[key] }
    var next = starts
    events = unsorted
    for event in unsorted {
      let key = Self.key(event)
      events[Int(next[key])] = event
      next[key] += 1
    }
    sortTimes()
  }

  private mutating func sortTimes() {
    for key in 0..<Self.keys {
      let places = Int(starts[key])..<Int(starts[key + 1])
      let isSorted = places.dropFirst().allSatisfy { events[$0 - 1] <= events[$0] }
      if !isSorted { events[places].sort() }
    }
  }

  /// Returns an event as a number: the time since the begin of the period, the user, and the first
  /// step that has its name.
  static func event(_ user: Int, _ step: Int, _ time: Int64) -> UInt64 {
    let own = UInt64(user & (users - 1)) << stepBits | UInt64(step)
    return UInt64(time) << (userBits + stepBits) | own
  }

  private static func key(_ event: UInt64) -> Int { Int(event & UInt64(keys - 1)) }

  /// Returns the places of the events of a user that have the name of a step.
  func places(_ user: Int, _ step: Int) -> Range<Int> {
    let key = user << Self.stepBits | step
    return Int(starts[key])..<Int(starts[key + 1])
  }

  /// Returns the time of an event since the begin of the period, in microseconds.
  func time(_ place: Int) -> Int64 { Int64(events[place] >> (Self.userBits + Self.stepBits)) }
}
