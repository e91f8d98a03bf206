import Cairn
import CairnTesting
import Foundation
import Testing

/// A server that requests a pause of hours.
@Suite struct LongWaitTests {
  let clock = ManualClock()
  let storage = TestStorage()
  let server = RecordingDestination()

  func launch(_ retry: RetryPolicy = RetryPolicy(jitter: .none)) -> Analytics {
    var configuration = Configuration(destinations: [server])
    configuration.syncPolicy = .never
    configuration.retry = retry
    configuration.diagnostics = { _ in }
    return Analytics(configuration.testing(clock: clock, storage: storage))
  }

  /// Launches, and gets a request for a pause.
  func askToWait(seconds: Int) async -> Analytics {
    server.answerNext(.later(afterSeconds: seconds, reason: "status 429"))
    let analytics = launch()
    analytics.track("A")
    await analytics.flush()
    return analytics
  }

  @Test("a pause of hours that a destination requests is respected, in this launch and the next")
  func hours() async {
    let first = await askToWait(seconds: 7_200)
    await clock.waitForSleeper(forSeconds: 7_200...7_200)
    await first.engine?.stop()
    clock.advance(bySeconds: 200)
    let second = launch()
    await clock.waitForSleeper(forSeconds: 7_000...7_000)
    second.engine?.handle(.online)
    await clock.waitForSleeper(forSeconds: 7_000...7_000)
    #expect(server.batches.count == 1)
    clock.advance(bySeconds: 7_000)
    #expect(await server.batches(atLeast: 2).count == 2)
    await second.close()
  }

  @Test("no requested pause is longer than a day")
  func day() async {
    let analytics = await askToWait(seconds: .max)
    await clock.waitForSleeper(forSeconds: 86_400...86_400)
    clock.advance(bySeconds: 86_400)
    #expect(await server.batches(atLeast: 2).count == 2)
    await analytics.close()
  }

  @Test("a clock that was set back between two launches extends a pause by at most five minutes")
  func clockSetBack() async {
    let first = await askToWait(seconds: 7_200)
    await first.engine?.stop()
    clock.setWall(millisecondsSince1970: clock.now().wall.milliseconds - 365 * 86_400_000)
    let second = launch()
    await clock.waitForSleeper(forSeconds: 300...300)
    await second.close()
  }

  @Test("no clock that was set back makes a back-off longer than the longest requested one")
  func backOffSetBack() async {
    let retry = RetryPolicy(maximumDelay: 10, jitter: .none)
    server.answerNext(.later(afterSeconds: nil, reason: "status 503"))
    let first = launch(retry)
    first.track("A")
    await first.flush()
    await first.engine?.stop()
    clock.setWall(millisecondsSince1970: clock.now().wall.milliseconds - 365 * 86_400_000)
    let second = launch(retry)
    await clock.waitForSleeper(forSeconds: 10...10)
    await second.close()
  }
}
