import Cairn
import CairnTesting
import Foundation
import Testing

/// The events of an app and of its extensions are in one journal, on a system without file locks.
@Suite struct GroupDeliveryTests {
  let scene = GroupFixture()

  @Test("the app delivers what its extensions left; an extension delivers nothing by itself")
  func left() async throws {
    let share = scene.start(.share)
    for number in 1...20 { share.track("Shared \(number)") }
    scene.clock.advance(bySeconds: 3_600)
    share.track("Shared later")
    #expect(share.ledger()["server"]?.pending == 21)
    await scene.kill(share)
    #expect(scene.server.batches.isEmpty)
    let app = scene.start(.app)
    app.track("Opened")
    #expect(await app.flush().isComplete)
    #expect(scene.names("Shared").count == 21)
    #expect(Set(scene.names()).count == scene.names().count)
    #expect(app.ledger().balances)
    await app.close()
    #expect(scene.codes(from: .warning) == [])
  }

  @Test("an extension delivers at a flush, also the events of the app")
  func flush() async {
    let app = scene.start(.app)
    app.track("Of the app")
    await scene.kill(app)
    let share = scene.start(.share)
    share.track("Of the extension")
    #expect(await share.flush().isComplete)
    #expect(Set(scene.names("Of")) == ["Of the app", "Of the extension"])
    // What follows waits for the next flush, or for the app.
    for number in 1...20 { share.track("After \(number)") }
    scene.clock.advance(bySeconds: 600)
    await scene.kill(share)
    #expect(scene.names("After") == [])
  }

  @Test("a flush of an extension ends when consent is withdrawn meanwhile, or the attempt fails")
  func flushEnds() async {
    let gate = RecordingDestination(
      name: "gate", answer: { _ in .later(afterSeconds: nil, reason: "busy") })
    let share = scene.start(.share) { $0.destinations = [gate] }
    share.track("Shared")
    #expect(await !share.flush().isComplete)
    let attempts = gate.batches.count
    // It does not go on by itself.
    for _ in 1...20 { scene.clock.advance(bySeconds: 300) }
    #expect(share.ledger().balances)
    #expect(gate.batches.count == attempts)
    share.setConsent(.pending)
    #expect(await !share.flush().isComplete)
    await scene.kill(share)
  }

  @Test("lifecycle events are the app's alone")
  func lifecycle() async {
    let share = scene.start(.share) { $0.lifecycleEvents = .all }
    share.track("Shared")
    #expect(await share.flush().isComplete)
    #expect(scene.names() == ["Shared"])
    await share.close()
  }

  @Test("app and extensions record while the app delivers, and every event arrives once")
  func together() async throws {
    let (app, share, other) = (scene.start(.app), scene.start(.share), scene.start(.share))
    await withTaskGroup { group in
      for (name, analytics) in [("app", app), ("share", share), ("other", other)] {
        group.addTask {
          for number in 1...200 {
            analytics.track("\(name) \(number)")
            if number % 50 == 0 { await analytics.flush() }
          }
        }
      }
    }
    while await !app.flush().isComplete {}
    let names = scene.events().map(\.name).filter { !$0.hasPrefix("Session") }
    #expect(names.count == 600)
    #expect(Set(names).count == 600)
    for analytics in [share, other, app] {
      #expect(analytics.ledger().balances)
      await analytics.close()
    }
  }

  @Test("an extension that was suspended for days records into a lane that the app reads")
  func suspended() async throws {
    let share = scene.start(.share)
    share.track("Before")
    let app = scene.start(.app)
    #expect(await app.flush().isComplete)
    // The app presumes that the writer has ended, and removes its delivered segment.
    scene.clock.advance(bySeconds: 3 * 86_400)
    // The first delivery removes the segment, and the second one forgets its lane.
    for name in ["Meanwhile", "Later"] {
      app.track(name)
      #expect(await app.flush().isComplete)
    }
    share.track("After")
    #expect(await app.flush().isComplete)
    #expect(scene.names("After") == ["After"])
    #expect(app.ledger().balances)
    #expect(app.ledger().destinations.allSatisfy { $0.damaged == 0 })
    await share.close()
    await app.close()
  }

  @Test("a process without the capability keeps events in memory, and logs the missing capability")
  func noGroup() async {
    let share = scene.start(.share) { $0.appGroup = "group.other" }
    #expect(share.track("Shared") != nil)
    #expect(share.ledger().isInMemory)
    let line = scene.said.withLock { $0.first { $0.code == "journal.inMemory" } }
    #expect(line?.message.contains("App Groups") == true)
    await share.close()
  }
}
