import Cairn
import CairnExperiments
import CairnTesting
import Testing

/// The last valid document, stored across launches.
@Suite struct DocumentCacheTests {
  static let folder = "/data/experiments"
  static let old = DocumentCache.Copy(document: Array("the old one".utf8), etag: "\"1\"")
  static let new = DocumentCache.Copy(
    document: [UInt8](repeating: 7, count: 9_000), etag: nil)

  func cache(
    _ files: any FileSystem, source: String = "a", seed: UInt64 = 1
  ) -> DocumentCache {
    cache(files, source, seed, Lines())
  }

  final class Lines: Sendable {
    let items = Locked<[String]>([])
    var all: [String] { items.withLock { $0 } }
  }

  func cache(
    _ files: any FileSystem, _ source: String, _ seed: UInt64, _ lines: Lines
  ) -> DocumentCache {
    DocumentCache(
      Self.folder, source: source, files: files, randomness: SeededRandomness(seed: seed),
      diagnostics: Diagnostics { line in
        lines.items.withLock { $0.append("\(line.level) \(line.code)") }
      })
  }

  @Test("a stored document is loaded again with its tag, and for no other source")
  func kept() {
    let disk = SimulatedDisk()
    let lines = Lines()
    let cache = cache(disk.makeProcess(), "a", 1, lines)
    #expect(cache.load() == nil)
    #expect(!cache.isThere)
    cache.store(Self.old)
    #expect(cache.load() == Self.old)
    cache.store(Self.new)
    #expect(self.cache(disk.makeProcess()).load() == Self.new)
    #expect(self.cache(disk.makeProcess(), source: "b").load() == nil)
    #expect(cache.isThere)
    #expect(lines.all == [])
  }

  @Test("a tag of at most 512 bytes is stored, and a longer one is not")
  func marks() {
    let short = DocumentCache.Copy(document: [1], etag: String(repeating: "x", count: 512))
    #expect(DocumentCache.decode(DocumentCache.encode(short)) == short)
    #expect(DocumentCache.Copy(document: [1], etag: String(repeating: "x", count: 513)).etag == nil)
  }

  @Test("a damaged or truncated copy is set aside with one warning")
  func corrupt() throws {
    let whole = DocumentCache.encode(Self.old)
    var broken: [[UInt8]] = (0..<whole.count).map { Array(whole.prefix($0)) }
    for place in whole.indices {
      broken.append(whole)
      broken[broken.count - 1][place] ^= 1
    }
    for bytes in broken {
      let disk = SimulatedDisk()
      let name = "/data/experiments/" + Hex.text(XXH64.hash(Array("a".utf8), seed: 0))
      var image = DiskImage()
      image.place(bytes, at: name)
      disk.image = image
      let lines = Lines()
      let cache = cache(disk.makeProcess(), "a", 1, lines)
      #expect(cache.load() == nil)
      #expect(lines.all == ["warning experiments.cache"])
      #expect(disk.image.contents(name + ".bad") == bytes)
      #expect(cache.load() == nil)
      cache.store(Self.new)
      #expect(cache.load() == Self.new)
      #expect(lines.all.count == 1)
    }
  }

  @Test("a copy that cannot be read now is not treated as damaged, and is kept")
  func unreadable() {
    let disk = SimulatedDisk()
    cache(disk.makeProcess()).store(Self.old)
    let lines = Lines()
    let locked = FaultyFileSystem(disk.makeProcess()) { call in
      call.name == "open" ? .fail(FileError.inputOutput) : .none
    }
    #expect(cache(locked, "a", 2, lines).load() == nil)
    #expect(lines.all == ["notice experiments.cacheStorage"])
    #expect(cache(disk.makeProcess()).load() == Self.old)
  }

  @Test("a process that dies at any call leaves the old or the new copy, and no draft for long")
  func deaths() {
    for calls in 0..<12 {
      let disk = SimulatedDisk()
      cache(disk.makeProcess()).store(Self.old)
      let process = disk.makeProcess()
      disk.interrupt(process, afterCalls: calls) { disk.kill(process) }
      cache(process, seed: 2).store(Self.new)
      let left = cache(disk.makeProcess()).load()
      #expect(left == Self.old || left == Self.new, "\(calls)")
      if !disk.isDead(process) { #expect(left == Self.new) }
      cache(disk.makeProcess(), seed: 3).store(Self.old)
      #expect(disk.image.paths.count == 1)
    }
  }

  @Test("after a loss of power the old or the new copy is there")
  func powerLoss() {
    var dice = Dice(seed: 9)
    for round in 0..<200 {
      let disk = SimulatedDisk()
      cache(disk.makeProcess()).store(Self.old)
      let process = disk.makeProcess()
      disk.interrupt(process, afterCalls: round % 10) { disk.kill(process) }
      cache(process, seed: 2).store(Self.new)
      let picks = disk.image.powerPicks(&dice)
      let after = SimulatedDisk(disk.image.afterPowerLoss(picks))
      let left = cache(after.makeProcess()).load()
      #expect(left == Self.old || left == Self.new)
    }
  }

  @Test("on a full disk the old document stays, which is logged")
  func full() {
    let disk = SimulatedDisk()
    let lines = Lines()
    let cache = cache(disk.makeProcess(), "a", 1, lines)
    cache.store(Self.old)
    disk.setCapacity(disk.image.bytes + 100)
    cache.store(Self.new)
    #expect(cache.load() == Self.old)
    #expect(lines.all == ["notice experiments.cacheStorage"])
    #expect(disk.image.paths.count == 1)
  }
}
