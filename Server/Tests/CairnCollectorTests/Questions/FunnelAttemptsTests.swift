import Testing

@testable import CairnCollector

@Suite("attempts of a funnel")
struct FunnelAttemptsTests {
  private typealias Event = (user: Int, step: Int, time: Int64)

  @Test(
    "the best attempt of each user is that of the definition, in any order of the events",
    arguments: [
      [0, 1], [0, 1, 2], [0, 0], [0, 1, 0], [0, 1, 1, 0, 2], [0, 1, 2, 3, 4, 5, 6, 7],
    ])
  func definition(names: [Int]) {
    let window: Int64 = 20
    var attempts = FunnelAttempts(names: names, window: window)
    var lengths: Set<Int> = []
    for _ in 0..<5 {
      // Few times, so that many events have the same one.
      let events = (0..<Int.random(in: 0...4_000)).map { _ in
        (
          user: Int.random(in: 0..<300) * 7 % FunnelBlock.users,
          step: names.randomElement() ?? 0, time: Int64.random(in: 0..<60)
        )
      }
      let block = FunnelBlock(events.map { FunnelBlock.event($0.user, $0.step, $0.time) })
      let ofUser = Dictionary(grouping: events, by: \.user)
      for user in 0..<FunnelBlock.users {
        let best = Self.best(ofUser[user] ?? [], names, window, before: 45)
        #expect(attempts.best(block, user, before: 45) == best)
        lengths.insert(best.count)
      }
    }
    #expect(lengths.isSuperset(of: [0, 1, 2]))
  }

  @Test("the median is that of the sorted times, and of an even number the mean, rounded down")
  func median() {
    #expect([Int64]().median == nil)
    #expect([Int64.max, Int64.max - 3].median == Int64.max - 2)
    for range in [Int64(0)...3, 0...1_000, 0...Int64.max] {
      for count in Array(1...12) + [99, 1_000] {
        let times = (0..<count).map { _ in Int64.random(in: range) }
        let sorted = times.sorted()
        let (lower, upper) = (sorted[(count - 1) / 2], sorted[count / 2])
        #expect(times.median == lower + (upper - lower) / 2)
        #expect(sorted.median == times.median)
        #expect(Array(sorted.reversed()).median == times.median)
      }
    }
  }

  /// Tries each event of the first step, and takes for each next step the earliest event that no
  /// step before it has taken.
  private static func best(
    _ events: [Event], _ names: [Int], _ window: Int64, before end: Int64
  ) -> [Int64] {
    let events = events.sorted { $0.time < $1.time }
    var best: [Int64] = []
    for first in events.indices where events[first].step == 0 && events[first].time < end {
      var (taken, times) = (Set([first]), [events[first].time])
      for name in names.dropFirst() {
        let next = events.indices.first { place in
          events[place].step == name && !taken.contains(place)
            && events[place].time >= times[times.count - 1]
        }
        guard let next, events[next].time - times[0] <= window else { break }
        taken.insert(next)
        times.append(events[next].time)
      }
      if times.count > best.count { best = times }
    }
    return best
  }
}
