import Cairn
import CairnTesting
import Testing

/// P5: destinations that are added and removed while the app runs.
@Suite struct RunTimeTests {
  let clock = ManualClock()
  let storage = TestStorage()
  let server = RecordingDestination(name: "server")

  func launch(_ change: (inout Configuration) -> Void = { _ in }) async -> Analytics {
    var configuration = Configuration(destinations: [server])
    change(&configuration)
    return await CairnTests.launch(configuration, clock, storage)
  }

  func row(_ name: String, _ analytics: Analytics) -> Ledger.Row? {
    analytics.ledger().destinations.first { $0.name == name }
  }

  @Test("a destination that begins now gets later events; one that begins at the oldest gets all")
  func startingPoints() async throws {
    let gone = RecordingDestination(name: "gone", answer: { _ in .halted(reason: "status 401") })
    let analytics = await launch { $0.destinations.append(gone) }
    for number in 1...3 { analytics.track("Before \(number)") }
    await analytics.flush()
    let now = RecordingDestination(name: "now")
    let oldest = RecordingDestination(name: "oldest")
    await analytics.addDestination(now, from: .now)
    await analytics.addDestination(oldest)
    for number in 1...2 { analytics.track("After \(number)") }
    await analytics.flush()
    #expect(now.events.count == 2)
    #expect(oldest.events.count == 5)
    #expect(server.events.count == 5)
    #expect(analytics.ledger().balances)
    #expect(row("now", analytics)?.accepted == 2)
    #expect(row("oldest", analytics)?.accepted == 5)
    // At the next launch it continues at its position, whatever its starting point is.
    await analytics.close(flushingForSeconds: 0)
    let next = await launch { $0.destinations = [server, now] }
    next.track("Later")
    await next.flush()
    #expect(now.events.count == 3)
    #expect(next.ledger().balances)
  }

  @Test("events that wait for a removed destination are delivered when it is added again, once")
  func comesBack() async {
    let analytics = await launch()
    analytics.track("One")
    await analytics.flush()
    #expect(await analytics.removeDestination("server"))
    #expect(await !analytics.removeDestination("server"))
    #expect(analytics.ledger().destinations.isEmpty)
    for number in 2...30 { analytics.track("Event \(number)") }
    #expect(await analytics.flush().destinations.isEmpty)
    #expect(server.events.count == 1)
    await analytics.addDestination(server)
    await analytics.flush()
    #expect(server.events.count == 30)
    #expect(row("server", analytics)?.delivered == 30)
    #expect(analytics.ledger().balances)
  }

  @Test("a permanently removed destination pins nothing, and begins again when it is added")
  func forgotten() async throws {
    let other = RecordingDestination(name: "other", answer: { _ in .halted(reason: "status 403") })
    let analytics = await launch { $0.destinations.append(other) }
    let filler = Value.string(String(repeating: "x", count: 20_000))
    for _ in 1...200 { analytics.track("Large", ["filler": filler]) }
    await analytics.flush()
    let segments = try #require(analytics.engine).journal.segments().count
    #expect(segments > 1)
    #expect(await analytics.removeDestination("other", keepingEvents: false))
    #expect(try #require(analytics.engine).journal.segments().count == 1)
    analytics.track("Later")
    let again = RecordingDestination(name: "other")
    await analytics.addDestination(again, from: .now)
    analytics.track("Last")
    await analytics.flush()
    #expect(again.events.count == 1)
    #expect(server.events.count == 202)
    #expect(analytics.ledger().balances)
  }

  @Test("a halted destination is tried at once when it is replaced, and continues with its batch")
  func replaced() async {
    let wrong = RecordingDestination(name: "key", answer: { _ in .halted(reason: "status 401") })
    let analytics = await launch { $0.destinations = [wrong] }
    for number in 1...3 { analytics.track("Event \(number)") }
    await analytics.flush()
    let right = RecordingDestination(name: "key")
    await analytics.addDestination(right)
    await analytics.flush()
    #expect(right.batches.map(\.key) == [wrong.batches[0].key])
    #expect(right.events.count == 3)
    #expect(analytics.ledger().destinations.map(\.delivered) == [3])
  }

  @Test("concurrent additions of one name leave one destination, and no event is lost")
  func sameName() async {
    let analytics = await launch { $0.destinations = [] }
    let servers = (0..<8).map { _ in RecordingDestination(name: "same") }
    await withTaskGroup(of: Void.self) { group in
      for server in servers { group.addTask { await analytics.addDestination(server) } }
    }
    for number in 1...5 { analytics.track("Event \(number)") }
    await analytics.flush()
    #expect(analytics.ledger().destinations.map(\.name) == ["same"])
    #expect(servers.reduce(0) { $0 + $1.events.count } == 5)
    await analytics.close()
    await analytics.addDestination(RecordingDestination(name: "late"))
    #expect(analytics.ledger().destinations.count == 1)
  }

  @Test("each destination is delivered to by its own schedule")
  func schedule() async {
    struct Quick: Destination {
      let name = "quick"
      let inner = RecordingDestination(name: "quick")
      var schedule: DeliverySchedule? { DeliverySchedule(flushAt: 2, flushInterval: 5) }
      func deliver(_ batch: Batch) async -> Outcome { await inner.deliver(batch) }
    }
    let quick = Quick()
    let analytics = await launch { $0.destinations.append(quick) }
    analytics.track("One")
    analytics.track("Two")
    #expect(await quick.inner.batches(atLeast: 1).first?.events.isEmpty == false)
    await clock.waitForSleeper(forSeconds: 30...30)
    #expect(server.batches.isEmpty)
  }

  @Test("a removed destination pins at most its lag, and its lost events are counted")
  func lag() async throws {
    let gone = RecordingDestination(name: "gone", answer: { _ in .halted(reason: "status 401") })
    let analytics = await launch {
      $0.destinations.append(gone)
      $0.journal.lag = 50
    }
    await analytics.removeDestination("gone")
    for number in 1...200 { analytics.track("Event \(number)") }
    await analytics.flush()
    await analytics.engine?.retention.prune()
    let back = RecordingDestination(name: "gone")
    await analytics.addDestination(back)
    await analytics.flush()
    #expect(back.events.map(\.id) == server.events.suffix(50).map(\.id))
    #expect(row("gone", analytics)?.dropped == [.capacity: 150])
    #expect(row("gone", analytics)?.accepted == 200)
    #expect(row("server", analytics)?.delivered == 200)
    #expect(analytics.ledger().balances)
  }

  @Test(
    "a destination added to begin now gets the events recorded afterwards, also on a full disk"
  )
  func fullDisk() async {
    let analytics = await launch()
    analytics.track("Before")
    await analytics.flush()
    storage.isFull = true
    let late = RecordingDestination(name: "late")
    await analytics.addDestination(late, from: .now)
    for number in 1...5 { analytics.track("Event \(number)") }
    storage.isFull = false
    await analytics.flush()
    await analytics.flush()
    #expect(late.events.count == 5)
    #expect(row("late", analytics)?.accepted == 5)
    #expect(analytics.ledger().balances)
  }

  @Test("a destination that is removed and added again at the same time loses no later event")
  func forgottenMeanwhile() async {
    let analytics = await launch()
    for _ in 0..<20 {
      await analytics.addDestination(RecordingDestination(name: "x"))
      let next = RecordingDestination(name: "x")
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await analytics.removeDestination("x", keepingEvents: false) }
        group.addTask {
          await analytics.addDestination(next, from: .now)
          for number in 1...4 { analytics.track("Event \(number)") }
        }
      }
      // In either order, the destination gets all events, or it is not active.
      await analytics.flush()
      if row("x", analytics) != nil { #expect(next.events.count == 4) }
      await analytics.removeDestination("x", keepingEvents: false)
    }
    #expect(analytics.ledger().balances)
  }

  @Test("a flush returns when its own events are delivered, however many arrive meanwhile")
  func flushUnderLoad() async {
    let analytics = await launch { $0.flushAt = 1 }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        while !Task.isCancelled {
          analytics.track("Event")
          await analytics.flush()
        }
      }
      for _ in 0..<200 {
        analytics.track("Mine")
        let result = await analytics.flush()
        #expect(result.delivered >= 0)
      }
      group.cancelAll()
    }
    await analytics.flush()
    #expect(analytics.ledger().balances)
  }
}
