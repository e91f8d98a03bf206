import Cairn
import CairnExperiments
import CairnTesting
import Foundation
import Testing

/// Waiting conversions on disks that fail, and beside other processes.
@Suite struct WaitingDiskTests {
  @Test("on a full disk a conversion waits in memory, and is stored with the next one")
  func full() async throws {
    let first = WaitingFixture()
    await first.settle()
    first.scene.testing.storage.isFull = true
    #expect(first.context("u1").trackConversion("purchase").outcome == .waitsForDocument)
    #expect(first.waiting == 1)
    first.scene.testing.storage.isFull = false
    first.context("u2").trackConversion("purchase")
    #expect(try first.files().count == 2)
    let next = await first.relaunch(.document())
    #expect(Set(next.scene.reports) == ["u1 9001", "u2 9001"])
    await next.analytics.close()
  }

  @Test(
    "a damaged or incomplete file loses its own conversion only, and is removed",
    arguments: [
      0, 7, 31, 40, 200,
    ])
  func damage(length: Int) async throws {
    let first = WaitingFixture()
    await first.settle()
    first.context("u1").trackConversion("purchase")
    let path = try #require(try first.files().first)
    first.context("u2").trackConversion("purchase")
    let memory = first.scene.testing.storage.memory
    let bytes = try OpenFile(path, .read, in: memory).read(1 << 20, at: 0)
    try memory.remove(path)
    try OpenFile(path, .create, in: memory).write(Array(bytes.prefix(length)), at: 0)
    let next = await first.relaunch(.document())
    #expect(next.scene.reports == ["u2 9001"])
    #expect(try next.files() == [])
    await next.analytics.close()
  }

  @Test("every changed byte of a file is found")
  func bytes() async throws {
    let first = WaitingFixture()
    await first.settle()
    first.context("u1").trackConversion("purchase")
    let path = try #require(try first.files().first)
    let folder = try #require(first.analytics.engine?.userFolder(named: "conversions"))
    let memory = first.scene.testing.storage.memory
    let bytes = try OpenFile(path, .read, in: memory).read(1 << 20, at: 0)
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 0x5A
      try memory.remove(path)
      try OpenFile(path, .create, in: memory).write(changed, at: 0)
      #expect(ConversionStore(folder).count == 0, "byte \(place)")
      try OpenFile(path, .create, in: memory).write(bytes, at: 0)
      #expect(ConversionStore(folder).count == 1)
    }
    await first.analytics.close()
  }

  @Test("two processes that get the document at the same time report a conversion once")
  func twoProcesses() async {
    let first = WaitingFixture(.offline, .document(), .status(304))
    await first.settle()
    for number in 0..<50 { first.context("u\(number)").trackConversion("purchase") }
    let twin = WaitingFixture(
      .offline, .document(), .status(304),
      on: TestAnalytics(
        .quiet, clock: first.scene.testing.clock, storage: first.scene.testing.storage))
    await twin.settle()
    #expect(twin.waiting == 50)
    async let one: Void = first.refresh()
    async let other: Void = twin.refresh()
    _ = await (one, other)
    // A conversion that the other process held at that moment is not resolved by this one.
    await first.refresh()
    await twin.refresh()
    let reports = first.scene.reports + twin.scene.reports
    #expect(reports.sorted() == (0..<50).map { "u\($0) 9001" }.sorted())
    #expect(first.waiting == 0 && twin.waiting == 0)
    await first.analytics.close()
    await twin.analytics.close()
  }
}
