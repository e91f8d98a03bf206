import Testing

@testable import CairnCollector

@Suite("What questions read is kept in memory, which has a bound")
struct ActivityCacheTests {
  private static func part(_ users: some Sequence<Int>, hour: Int64 = 490_000) -> ActivityPart {
    var part = ActivityPart(name: nil, hour: hour, events: 0)
    for user in users {
      part.add(
        ActivityEntry(
          user: UInt64(user + 1) &* 0x9E37_79B9_7F4A_7C15,
          time: hour * ActivityPart.microseconds + Int64(user), sequence: Int64(user)))
    }
    return part
  }

  /// The users and times of a part, as a question sees them.
  private static func events(_ part: ActivityPart) throws -> [Int64: Int] {
    var table = UserTable()
    var found: [Int64: Int] = [:]
    try table.forEach(part, in: part.period) { user, time in found[time] = user }
    return found
  }

  private static func isKept(_ id: Int64, _ cache: ActivityCache, _ origin: String = "a") -> Bool {
    cache.entries(of: [id], "shop", cache.begin(origin: origin))[0] != nil
  }

  @Test("a row that was added has the same users and times, and belongs to its project")
  func same() throws {
    let cache = ActivityCache(maxBytes: 1 << 20)
    let use = cache.begin(origin: "a")
    let parts = [Self.part(0..<300), Self.part((0..<400).map { $0 % 7 }, hour: -5)]
    let added = cache.add(parts.enumerated().map { (Int64($0 + 1), $1) }, "shop", use)
    for (number, part) in parts.enumerated() {
      var numbered = ActivityPart(name: nil, hour: part.hour, events: part.events)
      numbered.numbered = added[number]
      #expect(numbered.numbered != nil)
      #expect(try Self.events(numbered) == Self.events(part))
      let found = cache.entries(of: [Int64(number + 1), 9], "shop", cache.begin(origin: "a"))
      #expect(found == [added[number], nil])
    }
    // A name in another form of Unicode is another project.
    for (project, other) in [("shop", "blog"), ("é", "e\u{301}")] {
      _ = cache.add([(7, parts[0])], project, use)
      #expect(cache.entries(of: [7], project, use)[0] != nil)
      #expect(cache.entries(of: [7], other, use)[0] == nil)
    }
  }

  @Test("rows of another database, or of one that was restored, are not used")
  func origin() {
    let cache = ActivityCache(maxBytes: 1 << 20)
    let old = cache.begin(origin: "a")
    _ = cache.add([(1, Self.part(0..<10))], "shop", old)
    #expect(Self.isKept(1, cache) && cache.bytes > 0)
    #expect(!Self.isKept(1, cache, "b") && cache.bytes == 0)
    // A question that began before adds nothing, and finds nothing.
    #expect(cache.add([(1, Self.part(0..<10))], "shop", old) == [nil])
    _ = cache.add([(1, Self.part(0..<10))], "shop", cache.begin(origin: "b"))
    #expect(cache.entries(of: [1], "shop", old) == [nil])
    cache.removeAll()
    #expect(!Self.isKept(1, cache, "b") && cache.bytes == 0)
  }

  @Test("the memory is bounded, and the rows that were not used for the longest leave it")
  func bound() {
    let cache = ActivityCache(maxBytes: 40_000)
    func add(_ ids: Range<Int64>) {
      let use = cache.begin(origin: "a")
      for id in ids { _ = cache.add([(id, Self.part(0..<100))], "shop", use) }
    }
    add(0..<10)
    add(10..<20)
    #expect(Self.isKept(3, cache))
    add(20..<50)
    #expect(cache.bytes <= 40_000 && cache.bytes > 20_000)
    #expect((20..<50).contains { Self.isKept($0, cache) })
    #expect(!Self.isKept(10, cache))
  }

  @Test("a question does not remove the rows that it uses itself")
  func own() {
    let cache = ActivityCache(maxBytes: 40_000)
    let use = cache.begin(origin: "a")
    let added = (0..<100).map { cache.add([($0, Self.part(0..<100))], "shop", use)[0] }
    #expect(!added.contains(nil))
    #expect(cache.bytes <= 40_000)
    // The first ones stay, so that the next pass of the question finds some.
    let kept = cache.entries(of: Array(0..<100), "shop", use).prefix { $0 != nil }
    #expect(kept.count > 25)
  }

  @Test("the rows of other projects leave memory with their last row")
  func projects() {
    let cache = ActivityCache(maxBytes: 40_000)
    for project in 0..<200 {
      let use = cache.begin(origin: "a")
      let added = cache.add([(Int64(project), Self.part(0..<50))], "p\(project)", use)
      #expect(added[0] != nil && cache.bytes <= 40_000)
    }
    #expect(cache.entries(of: [199], "p199", cache.begin(origin: "a"))[0] != nil)
    #expect(cache.entries(of: [0], "p0", cache.begin(origin: "a"))[0] == nil)
  }

  @Test("more users than have room get no numbers, and the next question begins anew")
  func users() {
    let cache = ActivityCache(maxBytes: 128 * 100)
    let use = cache.begin(origin: "a")
    #expect(cache.add([(1, Self.part(0..<60))], "shop", use)[0] != nil)
    #expect(cache.add([(2, Self.part(60..<180))], "shop", use) == [nil])
    #expect(cache.bytes <= 128 * 100)
    let next = cache.begin(origin: "a")
    #expect(cache.entries(of: [1], "shop", next) == [nil] && cache.bytes == 0)
    #expect(cache.add([(3, Self.part(100..<180))], "shop", next)[0] != nil)
  }

  @Test("without room, nothing is kept")
  func none() {
    let cache = ActivityCache(maxBytes: 0)
    let use = cache.begin(origin: "a")
    #expect(cache.add([(1, Self.part(0..<10))], "shop", use) == [nil])
    #expect(cache.bytes == 0 && !Self.isKept(1, cache))
  }

  @Test("a number of a user that was found is not used for users that are numbered anew")
  func numbering() throws {
    var table = UserTable()
    let cache = ActivityCache(maxBytes: 1 << 20)
    var seen: [[Int]] = []
    for users in [[1, 2, 3], [3, 2, 1]] {
      var part = Self.part(users)
      part.numbered = cache.add([(1, part)], "shop", cache.begin(origin: "\(users)"))[0]
      #expect(part.numbered != nil)
      var numbers: [Int] = []
      try table.forEach(part, in: part.period) { user, _ in numbers.append(user) }
      table.forEachKnown(part, in: part.period) { user, _ in numbers.append(user) }
      seen.append(numbers)
    }
    #expect(seen == [[0, 1, 2, 0, 1, 2], [2, 1, 0, 2, 1, 0]])
  }
}
