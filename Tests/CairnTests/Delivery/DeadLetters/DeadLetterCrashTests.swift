import Cairn
import CairnTesting
import Testing

/// A crash or a failure at any disk call while dead letters are put back or discarded.
@Suite struct DeadLetterCrashTests {
  /// The failure of the disk.
  enum Failure: CaseIterable {
    /// Only this call fails.
    case once
    /// This call and all after it fail, as if the process had died.
    case forEver
  }

  func disk(_ scene: DeadLetterFixture, failing failure: Failure, at number: Int)
    -> FaultyFileSystem
  {
    FaultyFileSystem(scene.storage.files) { call in
      let fails = failure == .once ? call.number == number : call.number >= number
      return fails ? .fail(FileError.inputOutput) : .none
    }
  }

  func copy(_ scene: DeadLetterFixture) -> DeadLetterFixture {
    DeadLetterFixture(TestStorage(InMemoryFileSystem(copying: scene.storage.memory)))
  }

  @Test(
    "a failure at any call of putting back loses no event, and a repetition completes it",
    arguments: Failure.allCases)
  func replay(failure: Failure) async throws {
    let filled = await DeadLetterFixture.filled(9)
    let ids = Set(try filled.box().contents().letters.map(\.id))
    #expect(ids.count == 3)
    var repeated = 0
    var behind = 0
    for number in 1...1_000 {
      let scene = copy(filled)
      let disk = disk(scene, failing: failure, at: number)
      _ = try? await scene.box(on: disk).replay { _ in true }
      for name in ["picky", "open"] { #expect(try scene.row(name)?.balances == true) }
      if scene.box().isAccountBehind { behind += 1 }
      _ = try await scene.box().replay { _ in true }
      #expect(!scene.box().isAccountBehind)
      #expect(try scene.box().contents().letters.isEmpty)
      let row = try #require(try scene.row("picky"))
      #expect((row.deadLettered, row.replayed) == (0, 3))
      #expect(row.balances)
      scene.mend()
      let analytics = await scene.start()
      #expect(Set(scene.picky.events.map(\.id)) == ids)
      #expect(scene.open.events.isEmpty)
      #expect(analytics.ledger().balances)
      if scene.picky.events.count > ids.count { repeated += 1 }
      await analytics.close()
      if disk.calls < number {
        #expect(number > 20)
        break
      }
    }
    // There are calls between the sync and the mark that can fail.
    #expect(repeated > 0)
    // There are calls between the mark and the counters that can fail.
    #expect(behind > 0)
  }

  @Test(
    "a failure at any call of discarding keeps the account, and a repetition completes it",
    arguments: Failure.allCases)
  func discard(failure: Failure) async throws {
    let filled = await DeadLetterFixture.filled(9)
    for number in 1...1_000 {
      let scene = copy(filled)
      let disk = disk(scene, failing: failure, at: number)
      _ = try? await scene.box(on: disk).discard { _ in true }
      #expect(try scene.row("picky")?.balances == true)
      _ = try await scene.box().discard { _ in true }
      #expect(try scene.box().contents().letters.isEmpty)
      #expect(try scene.row("picky")?.account == "9 accepted, 6 delivered, 3 dropped")
      if disk.calls < number {
        #expect(number > 20)
        break
      }
    }
  }
}
