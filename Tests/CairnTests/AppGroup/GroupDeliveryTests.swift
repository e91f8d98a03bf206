import Cairn
import CairnTesting
import Foundation
import Testing

/// The events of an app and of its extensions are in one journal, on a system without file locks.
@Suite struct GroupDeliveryTests {
  let scene = GroupScene()

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

  @Test("an extension delivers when it is told to, its own events and the others'")
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

  @Test("both record while the app delivers, and every event arrives once")
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

  @Test("an extension that was suspended for days writes where the app looks")
  func suspended() async throws {
    let share = scene.start(.share)
    share.track("Before")
    let app = scene.start(.app)
    #expect(await app.flush().isComplete)
    // The app presumes that the writer has ended, and removes its delivered segment.
    scene.clock.advance(bySeconds: 3 * 86_400)
    app.track("Meanwhile")
    #expect(await app.flush().isComplete)
    share.track("After")
    #expect(await app.flush().isComplete)
    #expect(scene.names("After") == ["After"])
    #expect(app.ledger().balances)
    #expect(app.ledger().destinations.allSatisfy { $0.damaged == 0 })
    await share.close()
    await app.close()
  }

  @Test("a process without the capability keeps events in memory, and says what is missing")
  func noGroup() async {
    let share = scene.start(.share) { $0.appGroup = "group.other" }
    #expect(share.track("Shared") != nil)
    #expect(share.ledger().isInMemory)
    let line = scene.said.withLock { $0.first { $0.code == "journal.inMemory" } }
    #expect(line?.message.contains("App Groups") == true)
    await share.close()
  }

  @Test("an app that joins a group takes its journal along: events, user, consent")
  func moved() async throws {
    let before = scene.start(.app) {
      $0.appGroup = nil
      $0.directory = URL(fileURLWithPath: "/own/cairn")
    }
    before.identify("user-1")
    before.superProperties.register(["plan": "pro"])
    before.setConsent(.pending)
    before.track("Waiting")
    let id = before.anonymousID
    await before.close(flushingForSeconds: 0)
    let app = scene.start(.app)
    #expect(app.anonymousID == id)
    #expect(app.userID == "user-1")
    #expect(app.consent == .pending)
    app.setConsent(.granted)
    #expect(await app.flush().isComplete)
    #expect(scene.names("Waiting") == ["Waiting"])
    #expect(try scene.storage.memory.list("/own/cairn/shop").isEmpty)
    await app.close()
    // An extension never moves anything.
    #expect(scene.codes(from: .warning) == [])
  }
}
