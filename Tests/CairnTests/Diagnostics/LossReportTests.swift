import Cairn
import CairnTesting
import Testing

/// P4: the receiver can determine which events it has not received.
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

  /// Advances the clock until there are this many reports.
  func untilReports(_ count: Int) async {
    while reports.count < count {
      if let due = clock.nextDue, due > 0, due <= 900 { clock.advanceToNextSleeper() }
      await Task.yield()
    }
  }

  @Test("a report has the recorded, refused, delivered and lost events of all launches")
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

  @Test("the time between two reports counts across launches, though each of them is killed")
  func interval() async {
    for number in 0..<9 {
      let analytics = await launch()
      // Every fifth launch is an hour after the last report.
      while reports.count < number / 4 { await Task.yield() }
      // Events that arrived and are not settled would be sent again by the next launch.
      await analytics.flush()
      #expect(reports.count == number / 4)
      analytics.track("")
      // The launch saves and ends without a close.
      analytics.engine?.handle(.background)
      analytics.engine?.reporting?.cancel()
      clock.advance(bySeconds: 900)
    }
    #expect(reports.last?["refused"] as? [String: Int] == ["nameMissing": 8])
  }

  @Test("a report that is due at the start has a row for each destination")
  func due() async throws {
    await launch().close()
    clock.advance(bySeconds: 10_000)
    let analytics = await launch()
    await untilReports(1)
    #expect((reports[0]["destinations"] as? [[String: Any]])?.count == 1)
    await analytics.close()
  }

  @Test("a changed clock never prevents a report permanently")
  func setClock() async {
    await launch().close()
    clock.setWall(millisecondsSince1970: 0)
    let analytics = await launch()
    await untilReports(1)
    await analytics.close()
  }

  @Test("without a configuration there is no report")
  func optIn() async {
    let analytics = await launch(interval: nil)
    clock.advance(bySeconds: 1_000_000)
    await analytics.flush()
    #expect(reports.isEmpty)
    #expect(clock.sleepers == 0)
  }
}
