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

  private static func begin(_ cache: ActivityCache, _ origin: String) -> ActivityCache.Use {
    cache.validate(cache.begin(), origin: origin)
  }

  private static func isKept(_ id: Int64, _ cache: ActivityCache, _ origin: String = "a") -> Bool {
    cache.entries(of: [id], "shop", Self.begin(cache, origin))[0] != nil
  }

  @Test("a row that was added has the same users and times, and belongs to its project")
  func same() throws {
    let cache = ActivityCache(maxBytes: 1 << 20)
    let use = Self.begin(cache, "a")
    let parts = [Self.part(0..<300), Self.part((0..<400).map { $0 % 7 }, hour: -5)]
    let added = cache.add(parts.enumerated().map { (Int64($0 + 1), $1) }, "shop", use)
    for (number, part) in parts.enumerated() {
      var numbered = ActivityPart(name: nil, hour: part.hour, events: part.events)
      numbered.numbered = added[number]
      #expect(numbered.numbered != nil)
      #expect(try Self.events(numbered) == Self.events(part))
      let found = cache.entries(of: [Int64(number + 1), 9], "shop", Self.begin(cache, "a"))
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
    let old = Self.begin(cache, "a")
    _ = cache.add([(1, Self.part(0..<10))], "shop", old)
    #expect(Self.isKept(1, cache) && cache.bytes > 0)
    #expect(!Self.isKept(1, cache, "b") && cache.bytes == 0)
    // A question that began before adds nothing, and finds nothing.
    #expect(cache.add([(1, Self.part(0..<10))], "shop", old) == [nil])
    _ = cache.add([(1, Self.part(0..<10))], "shop", Self.begin(cache, "b"))
    #expect(cache.entries(of: [1], "shop", old) == [nil])
    cache.removeAll()
    #expect(!Self.isKept(1, cache, "b") && cache.bytes == 0)
  }

  @Test("the memory is bounded, and the rows that were not used for the longest leave it")
  func bound() {
    let cache = ActivityCache(maxBytes: 40_000)
    func add(_ ids: Range<Int64>) {
      let use = Self.begin(cache, "a")
      for id in ids { _ = cache.add([(id, Self.part(0..<100))], "shop", use) }
    }
    add(0..<10)
    add(10..<20)
    #expect(Self.isKept(3, cache))
    add(20..<50)
    #expect(cache.bytes <= 40_000 && cache.bytes > 20_000)
    #expect((20..<50).contains { Self.isKept($0, cache) })
    // Row 3 was used later than the others of the first question.
    for id in [0, 1, 2, 4, 5, 6, 7, 8, 9] { #expect(!Self.isKept(Int64(id), cache)) }
  }

  @Test("a question does not remove the rows that it uses itself")
  func own() {
    let cache = ActivityCache(maxBytes: 40_000)
    let use = Self.begin(cache, "a")
    let added = (0..<100).map { cache.add([($0, Self.part(0..<100))], "shop", use)[0] }
    #expect(added.contains(nil) && cache.bytes <= 40_000)
    // The first ones stay, so that the next pass of the question finds some.
    let kept = cache.entries(of: Array(0..<100), "shop", use).prefix { $0 != nil }
    #expect(kept.count > 25)
  }

  @Test("the rows of other projects leave memory with their last row")
  func projects() {
    let cache = ActivityCache(maxBytes: 40_000)
    for project in 0..<200 {
      let use = Self.begin(cache, "a")
      let added = cache.add([(Int64(project), Self.part(0..<50))], "p\(project)", use)
      #expect(added[0] != nil && cache.bytes <= 40_000)
    }
    #expect(cache.entries(of: [199], "p199", Self.begin(cache, "a"))[0] != nil)
    #expect(cache.entries(of: [0], "p0", Self.begin(cache, "a"))[0] == nil)
  }

  @Test("more users than have room get no numbers, and the next question begins anew")
  func users() {
    let maxBytes = 128 * 400
    let cache = ActivityCache(maxBytes: maxBytes)
    let use = Self.begin(cache, "a")
    #expect(cache.add([(1, Self.part(0..<300))], "shop", use)[0] != nil)
    #expect(cache.add([(2, Self.part(300..<450))], "shop", use) == [nil])
    #expect(cache.bytes <= maxBytes)
    let next = Self.begin(cache, "a")
    #expect(cache.entries(of: [1], "shop", next) == [nil] && cache.bytes == 0)
    #expect(cache.add([(3, Self.part(300..<450))], "shop", next)[0] != nil)
  }

  @Test("links are kept with their project, within the bound, and leave with it")
  func links() throws {
    let cache = ActivityCache(maxBytes: 40_000)
    let moment = CachedLinks.Moment(snapshot: "1:1:", begin: 1, end: 1)
    var links = CachedLinks(moment: moment, removals: 0, users: UserTable(capacity: 1_024))
    for project in 0..<50 {
      let use = Self.begin(cache, "a")
      cache.keep(links, of: "p\(project)", use)
      #expect(cache.links(of: "p\(project)", use)?.moment == moment)
      #expect(cache.bytes > 10_000 && cache.bytes <= 40_000)
    }
    #expect(cache.links(of: "p0", Self.begin(cache, "a")) == nil)
    // Larger than the bound: nothing else leaves for it.
    let bytes = cache.bytes
    links.users = UserTable(capacity: 1 << 14)
    cache.keep(links, of: "large", Self.begin(cache, "a"))
    #expect(cache.bytes == bytes)
    cache.keep(links, of: "p49", Self.begin(cache, "a"))
    #expect(cache.links(of: "p49", Self.begin(cache, "a")) == nil && cache.bytes < bytes)
  }

  @Test("a question that began before an erasure adds nothing after it")
  func erased() {
    let cache = ActivityCache(maxBytes: 1 << 20)
    _ = Self.begin(cache, "a")
    let begun = cache.begin()
    cache.removeAll()
    let use = cache.validate(begun, origin: "a")
    #expect(cache.add([(1, Self.part(0..<10))], "shop", use) == [nil] && cache.bytes == 0)
  }

  @Test("a moment is before another one only if nothing that it shows is hidden from the other")
  func moments() {
    func moment(_ snapshot: String) -> CachedLinks.Moment {
      let parts = snapshot.split(separator: ":")
      return CachedLinks.Moment(
        snapshot: snapshot, begin: UInt64(parts[0]) ?? 0, end: UInt64(parts[1]) ?? 0)
    }
    let first = moment("100:103:100,101")
    #expect(first.isBefore(first))
    // Transaction 101 has ended in one of them: the order of the two is not known.
    #expect(!first.isBefore(moment("100:103:100")) && !moment("100:103:100").isBefore(first))
    #expect(first.isBefore(moment("100:104:100")) && !moment("100:104:100").isBefore(first))
    #expect(first.isBefore(moment("102:103:")) && !moment("102:103:").isBefore(first))
  }

  /// A part with the entries of all of these users, numbered by a cache that has some of them.
  private static func numbered(
    _ users: Range<Int>, hour: Int64, _ keys: UserKeys
  ) -> ActivityPart {
    var part = part(users, hour: hour)
    let values = users.map { NumberedEntries.value($0, Int64($0)) }
    part.numbered = NumberedEntries(values: values, users: keys)
    return part
  }

  @Test("parts with fewer and with more numbered users, and parts without numbers, in any order")
  func mixed() throws {
    let all = Self.part(0..<300)
    var keys: [UInt64] = []
    all.forEach { keys.append($0.user) }
    var random = PlainRandom(3)
    for _ in 0..<300 {
      var (table, plain) = (UserTable(), UserTable())
      for step in 0..<12 {
        let known = 1 + random.below(300)
        let begin = random.below(known)
        let users = begin..<begin + 1 + random.below(known - begin)
        var part = Self.numbered(
          users, hour: 490_000, UserKeys(numbering: 1, keys: Array(keys[..<known])))
        if random.below(3) == 0 { part.numbered = nil }
        let stored = Self.part(users)
        if random.below(4) == 0 {
          let user = keys[random.below(300)]
          let link = ActivityLink(anonymous: keys[random.below(300)], user: user)
          try table.add(link)
          try plain.add(link)
        }
        var (found, expected): ([Int], [Int]) = ([], [])
        switch random.below(4) {
        case 0:
          try table.forEachUser(part) { found.append($0) }
          try plain.forEachUser(stored) { expected.append($0) }
        case 1:
          try table.forEach(part, in: part.period) { user, _ in found.append(user) }
          try plain.forEach(stored, in: part.period) { user, _ in expected.append(user) }
        case 2:
          table.forEachKnownUser(part) { found.append($0) }
          plain.forEachKnownUser(stored) { expected.append($0) }
        default:
          if let users = part.numbered?.users { table.find(users) }
          table.forEachKnown(part, in: part.period) { user, _ in found.append(user) }
          plain.forEachKnown(stored, in: part.period) { user, _ in expected.append(user) }
        }
        #expect(found == expected, "step \(step)")
      }
    }
  }

  @Test("a row with new users needs room for them as well")
  func roomForUsers() {
    let cache = ActivityCache(maxBytes: 40_000)
    let use = Self.begin(cache, "a")
    for id in 0..<30 { _ = cache.add([(Int64(id), Self.part(0..<100))], "shop", use) }
    #expect(cache.bytes > 30_000)
    #expect(cache.add([(99, Self.part(100..<300))], "shop", use) == [nil])
    #expect(cache.bytes <= 40_000)
  }

  @Test("without room, nothing is kept")
  func none() {
    let cache = ActivityCache(maxBytes: 0)
    let use = Self.begin(cache, "a")
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
      part.numbered = cache.add([(1, part)], "shop", Self.begin(cache, "\(users)"))[0]
      #expect(part.numbered != nil)
      var numbers: [Int] = []
      try table.forEach(part, in: part.period) { user, _ in numbers.append(user) }
      table.forEachKnown(part, in: part.period) { user, _ in numbers.append(user) }
      seen.append(numbers)
    }
    #expect(seen == [[0, 1, 2, 0, 1, 2], [2, 1, 0, 2, 1, 0]])
  }
}
