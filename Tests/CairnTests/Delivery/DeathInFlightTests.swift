import Cairn
import CairnTesting
import Testing

/// A process that dies while a batch is sent, for example because of a server's response, on a
/// manual clock.
///
/// A death is a copy of the disk that is made while the destination has the batch: the state that
/// the next process finds.
@Suite struct DeathInFlightTests {
  let clock = ManualClock()
  let said = Log<String>()
  /// The storage that counts the processes, so that each has its own random numbers.
  let launches = TestStorage()

  /// A process: its disk, and a destination that responds when the test requests it.
  struct Run {
    let files: InMemoryFileSystem
    let gate: Gate
    let analytics: Analytics

    /// Returns the contents of the disk if the process dies now.
    func kill() async -> InMemoryFileSystem {
      let left = InMemoryFileSystem(copying: files)
      await analytics.close(flushingForSeconds: 0)
      return left
    }
  }

  func start(
    on files: InMemoryFileSystem, isHealthy: Bool = false,
    _ change: (inout Configuration) -> Void = { _ in }
  ) -> Run {
    let gate = Gate()
    if isHealthy { gate.open() }
    var configuration = Configuration(destinations: [HeldDestination(gate)])
    configuration.instance = "deadly"
    configuration.syncPolicy = .never
    configuration.retry.jitter = .none
    configuration.diagnostics = { [said] in if $0.level >= .notice { said.append($0.code) } }
    configuration = configuration.testing(clock: clock, storage: launches)
    configuration.seams.files = files
    configuration.installation = "one"
    change(&configuration)
    return Run(files: files, gate: gate, analytics: Analytics(configuration))
  }

  /// Returns the disk of a process that died during its first attempt.
  func firstDeath() async -> InMemoryFileSystem {
    let run = start(on: InMemoryFileSystem(capacity: 64 << 20))
    run.analytics.track("Deadly")
    async let flush = run.analytics.flush()
    await run.gate.untilEntered(1)
    let left = await run.kill()
    _ = await flush
    return left
  }

  func problem(_ run: Run) -> String? { run.analytics.ledger().destinations[0].problem }

  func attempts(_ run: Run) -> Int {
    Int(run.analytics.diagnostics.snapshot().destinations[0].deliveries.attempts)
  }

  /// Returns when the process waits because of these deaths.
  func untilHeld(_ run: Run, deaths: Int) async -> Bool {
    let words = deaths == 1 ? "the last attempt" : "each of the last \(deaths) attempts"
    return await eventually { problem(run) == "the process died during \(words)" }
  }

  @Test("a process that dies at each attempt waits longer each time, and loses nothing")
  func crashLoop() async {
    var files = await firstDeath()
    for (number, pause) in [1.0, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].enumerated() {
      let run = start(on: files)
      #expect(await untilHeld(run, deaths: number + 1))
      await clock.waitForSleeper(forSeconds: pause...pause)
      #expect(attempts(run) == 0)
      clock.advance(bySeconds: pause)
      await run.gate.untilEntered(1)
      files = await run.kill()
    }
    #expect(said.items.filter { $0 == "destination.died" }.count == 11)
    let last = start(on: files, isHealthy: true)
    #expect(await untilHeld(last, deaths: 12))
    clock.advance(bySeconds: 300)
    #expect(await eventually { last.analytics.ledger().destinations[0].delivered == 1 })
    let row = last.analytics.ledger().destinations[0]
    #expect(row.balances && row.accepted == 1 && row.pending == 0 && row.problem == nil)
    await last.analytics.close()
  }

  @Test("an attempt that ends resets the deaths: the next pause is like the first")
  func reset() async {
    var files = await firstDeath()
    let second = start(on: files)
    #expect(await untilHeld(second, deaths: 1))
    clock.advance(bySeconds: 1)
    await second.gate.untilEntered(1)
    files = await second.kill()
    let third = start(on: files, isHealthy: true)
    #expect(await untilHeld(third, deaths: 2))
    clock.advance(bySeconds: 2)
    #expect(await third.analytics.flush().isComplete)
    await third.analytics.close()
    let fourth = start(on: third.files)
    fourth.analytics.track("Deadly again")
    async let flush = fourth.analytics.flush()
    await fourth.gate.untilEntered(1)
    files = await fourth.kill()
    _ = await flush
    let fifth = start(on: files)
    #expect(await untilHeld(fifth, deaths: 1))
    await fifth.analytics.close(flushingForSeconds: 0)
  }

  @Test(
    "a flush after a single death tries at once; after a second one it waits if the pause is short")
  func flushWaits() async {
    let second = start(on: await firstDeath())
    #expect(await untilHeld(second, deaths: 1))
    async let deadly = second.analytics.flush()
    await second.gate.untilEntered(1)
    let files = await second.kill()
    _ = await deadly
    let run = start(on: files, isHealthy: true)
    #expect(await untilHeld(run, deaths: 2))
    async let flush = run.analytics.flush()
    await clock.waitForSleeper(forSeconds: 2...2)
    clock.advance(bySeconds: 2)
    #expect(await flush.isComplete)
    await run.analytics.close()
  }

  @Test(
    "a long pause ends a flush immediately, and neither the flush nor the foreground shortens it")
  func flushDoesNotShorten() async {
    var files = await firstDeath()
    for (number, pause) in [1.0, 2, 4].enumerated() {
      let run = start(on: files)
      #expect(await untilHeld(run, deaths: number + 1))
      clock.advance(bySeconds: pause)
      await run.gate.untilEntered(1)
      files = await run.kill()
    }
    let host = ManualHost()
    let run = start(on: files, isHealthy: true) { $0.seams.host = host }
    let result = await run.analytics.flush()
    #expect(result.pending == 1)
    #expect(
      result.destinations[0].problem == "the process died during each of the last 4 attempts")
    host.say(.foreground)
    host.say(.online)
    #expect(await run.analytics.flush().pending == 1)
    #expect(attempts(run) == 0)
    clock.advance(bySeconds: 8)
    #expect(await run.analytics.flush().isComplete)
    await run.analytics.close()
  }

  @Test("a pause continues in the next process, and a clock that was set back does not extend it")
  func acrossLaunches() async {
    let first = start(on: await firstDeath())
    #expect(await untilHeld(first, deaths: 1))
    clock.advance(bySeconds: 0.4)
    await first.analytics.close(flushingForSeconds: 0)
    let second = start(on: first.files)
    #expect(await untilHeld(second, deaths: 1))
    await clock.waitForSleeper(forSeconds: 0.6...0.6)
    await second.analytics.close(flushingForSeconds: 0)
    clock.setWall(millisecondsSince1970: 0)
    let third = start(on: second.files, isHealthy: true)
    #expect(await untilHeld(third, deaths: 1))
    clock.advance(bySeconds: 1)
    #expect(await third.analytics.flush().isComplete)
    #expect(said.items.filter { $0 == "destination.died" }.count == 1)
    await third.analytics.close()
  }

  @Test("closing while a batch is sent does not count as a death")
  func closed() async {
    let run = start(on: InMemoryFileSystem(capacity: 64 << 20))
    run.analytics.track("Event")
    async let flush = run.analytics.flush()
    await run.gate.untilEntered(1)
    await run.analytics.close(flushingForSeconds: 0)
    _ = await flush
    let next = start(on: run.files, isHealthy: true)
    #expect(await next.analytics.flush().isComplete)
    #expect(!said.items.contains("destination.died"))
    await next.analytics.close()
  }

  @Test("an attempt of another running process does not count as a death")
  func living() async {
    let run = start(on: InMemoryFileSystem(capacity: 64 << 20))
    run.analytics.track("Event")
    async let flush = run.analytics.flush()
    await run.gate.untilEntered(1)
    let other = start(on: run.files, isHealthy: true)
    #expect(await eventually { problem(other) == "another process delivers" })
    run.gate.open()
    #expect(await flush.isComplete)
    await run.analytics.close()
    _ = await other.analytics.flush()
    #expect(!said.items.contains("destination.died"))
    #expect(other.analytics.ledger().destinations[0].balances)
    await other.analytics.close()
  }

  @Test("a file of garbage is no mark", arguments: [0, 1, 48, 4_096])
  func garbage(length: Int) async throws {
    let files = await firstDeath()
    let path = "/test/deadly/v1/dest/gated/attempt"
    try files.remove(path)
    try OpenFile(path, .create, in: files).write([UInt8](repeating: 0xA5, count: length), at: 0)
    let run = start(on: files, isHealthy: true)
    #expect(await run.analytics.flush().isComplete)
    #expect(!said.items.contains("destination.died"))
    await run.analytics.close()
  }

  @Test("a failure of the mark on the disk prevents no delivery, and a death is counted once")
  func unwritable() async {
    let files = await firstDeath()
    let isBroken: @Sendable (FaultyFileSystem.Call) -> FaultyFileSystem.Fault = { call in
      // The mark can be read, but not written.
      call.path.hasSuffix("/attempt") && call.name == "create" ? .fail(FileError.noSpace) : .none
    }
    let run = start(on: files, isHealthy: true) {
      $0.seams.files = FaultyFileSystem(files, plan: isBroken)
    }
    #expect(await untilHeld(run, deaths: 1))
    clock.advance(bySeconds: 1)
    #expect(await run.analytics.flush().isComplete)
    run.analytics.track("Another")
    #expect(await run.analytics.flush().isComplete)
    #expect(said.items.filter { $0 == "destination.died" }.count == 1)
    await run.analytics.close()
  }

  @Test("an erasure removes the mark, and so does the removal of the destination")
  func erased() async throws {
    let run = start(on: await firstDeath())
    let folder = "/test/deadly/v1/dest/gated"
    #expect(await untilHeld(run, deaths: 1))
    #expect(try run.files.list(folder).contains("attempt"))
    run.analytics.setConsent(.denied)
    await run.analytics.close(flushingForSeconds: 0)
    #expect(try run.files.list(folder) == ["state"])
    let other = start(on: await firstDeath())
    #expect(await untilHeld(other, deaths: 1))
    await other.analytics.removeDestination("gated", keepingEvents: false)
    #expect(try !other.files.list(folder).contains("attempt"))
    await other.analytics.close(flushingForSeconds: 0)
  }
}
