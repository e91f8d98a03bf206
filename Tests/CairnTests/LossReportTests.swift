import Cairn
import CairnTesting
import Testing

/// P4: the receiving side can tell what it has not got.
@Suite final class LossReportTests: Sendable {
  let clock = ManualClock()
  let storage = TestStorage()
  let server = RecordingDestination(
    name: "server",
    answer: { batch in
      batch.events.contains { $0.text.contains("Poison") } ? .refused("bad") : .accepted
    })

  func launch(interval: Double? = 3_600) async -> Analytics {
    var configuration = Configuration(destinations: [server])
    configuration.flushAt = 1
    configuration.lossReportInterval = interval
    return await CairnTests.launch(configuration, clock, storage)
  }

  var reports: [[String: Any]] {
    server.events.compactMap { event in
      event.text.contains("Cairn Loss Report")
        ? event.fields?["properties"] as? [String: Any] : nil
    }
  }

  func untilReports(_ count: Int) async {
    while reports.count < count { await Task.yield() }
  }

  @Test("a report says what was recorded, refused, delivered and lost, over all launches")
  func report() async throws {
    let first = await launch()
    first.track("One")
    first.track("Poison")
    first.track("")
    await first.flush()
    await first.close(flushingForSeconds: 0)
    let second = await launch()
    second.track("")
    second.track("Two")
    await second.flush()
    #expect(reports.isEmpty)
    await clock.untilSomebodySleeps(forSeconds: 3_600...3_600)
    clock.advance(bySeconds: 3_600)
    await untilReports(1)
    let report = reports[0]
    #expect(report["recorded"] as? Int == 3)
    #expect(report["refused"] as? [String: Int] == ["nameMissing": 2])
    #expect(report["balances"] as? Bool == true)
    let row = try #require((report["destinations"] as? [[String: Any]])?.first)
    #expect(row["name"] as? String == "server")
    #expect(row["accepted"] as? Int == 3)
    #expect(row["delivered"] as? Int == 2)
    #expect(row["deadLettered"] as? Int == 1)
    #expect(row["pending"] as? Int == 0)
    await second.close()
  }

  @Test("the time between two reports counts across launches, and a clock that is set stops none")
  func interval() async {
    let first = await launch()
    await clock.untilSomebodySleeps(forSeconds: 3_600...3_600)
    clock.advance(bySeconds: 3_600)
    await untilReports(1)
    await first.close()
    clock.advance(bySeconds: 1_000)
    let second = await launch()
    await clock.untilSomebodySleeps(forSeconds: 2_600...2_600)
    clock.advance(bySeconds: 2_600)
    await untilReports(2)
    await second.close()
    clock.setWall(millisecondsSince1970: 0)
    let third = await launch()
    await untilReports(3)
    await third.close()
  }

  @Test("nobody who did not ask for it gets one")
  func optIn() async {
    let analytics = await launch(interval: nil)
    clock.advance(bySeconds: 1_000_000)
    await analytics.flush()
    #expect(reports.isEmpty)
    #expect(clock.sleepers == 0)
  }
}
