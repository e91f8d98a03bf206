import Cairn
import CairnContent
import CairnTesting
import Dispatch
import Foundation
import Testing

@Suite struct ExposureTests {
  let scene = ContentFixture()
  let host = ManualHost()
  static let full = ContentVisibility(fraction: 1, depth: 1)

  func launch(_ configuration: ContentConfiguration = ContentConfiguration()) -> ContentAnalytics {
    scene.launch(configuration, host: host)
  }

  /// The measures of each received group: impressions, seconds, share and depth.
  var measured: [String] {
    scene.server.events.map { event in
      let properties = event.fields?["properties"] as? [String: Any]
      return ["viewableImpressions", "dwellSeconds", "visibleFraction", "scrollDepth"].map {
        (properties?[$0] as? NSNumber).map { "\($0.doubleValue)" } ?? "-"
      }.joined(separator: " ")
    }
  }

  @Test("a view is recorded when its second is over, without a call")
  func view() async {
    let content = launch()
    let exposure = content.exposure(of: .asset("A"), location: "home", extras: ["n": 1])
    exposure.update(Self.full)
    await scene.clock.waitForSleeper(forSeconds: 1...1)
    #expect(content.interactions == 0)
    scene.clock.advance(bySeconds: 1)
    // The batch begins to wait when the view is in the journal.
    await scene.clock.waitForSleeper(forSeconds: 2...2)
    #expect(content.interactions == 1)
    withExtendedLifetime(exposure) {}
    await content.analytics.flush()
    #expect(scene.counted == ["A@home 1 0"])
    #expect(measured == ["1.0 0.0 - -"])
  }

  @Test("the duration of a view is in the journal when the call that ends it returns")
  func dwell() async {
    let content = launch()
    let exposure = content.exposure(of: .asset("A"))
    exposure.update(ContentVisibility(fraction: 0.6, depth: 0.4))
    scene.clock.advance(bySeconds: 2.5)
    exposure.end()
    #expect(content.interactions == 2)
    await content.close()
    let next = launch()
    await next.analytics.flush()
    #expect(scene.counted == ["A 1 0"])
    #expect(measured == ["1.0 2.5 0.6 0.4"])
  }

  @Test("jumps of the wall clock do not change measurements")
  func wall() async {
    let content = launch()
    let exposure = content.exposure(of: .asset("A"))
    exposure.update(Self.full)
    scene.clock.setWall(millisecondsSince1970: 4_000_000_000_000)
    scene.clock.advance(bySeconds: 1.5)
    scene.clock.setWall(millisecondsSince1970: 1_000)
    exposure.end()
    await content.analytics.flush()
    #expect(measured == ["1.0 1.5 1.0 1.0"])
  }

  @Test(
    "several exposures are measured separately, and summed by content and location")
  func several() async {
    let content = launch()
    let first = content.exposure(of: .asset("A"), location: "home")
    let second = content.exposure(of: .asset("A"), location: "home")
    let other = content.exposure(of: .asset("B"), location: "home")
    let experience = content.exposure(of: .experience("mobile-1"))
    first.update(ContentVisibility(fraction: 0.5, depth: 0.5))
    other.update(ContentVisibility(fraction: 0.3, depth: 0.3))
    scene.clock.advance(bySeconds: 2)
    second.update(ContentVisibility(fraction: 0.9, depth: 0.2))
    experience.update(Self.full)
    scene.clock.advance(bySeconds: 1)
    for exposure in [first, second, other, experience] { exposure.end() }
    await content.analytics.flush()
    #expect(scene.counted == ["A@home 2 0", "mobile-1 1 0"])
    #expect(measured == ["2.0 4.0 0.9 0.5", "1.0 1.0 1.0 1.0"])
  }

  @Test("the background records measurements before delivery, and the foreground continues")
  func background() async {
    let content = launch()
    let exposure = content.exposure(of: .asset("A"))
    exposure.update(Self.full)
    scene.clock.advance(bySeconds: 1.25)
    host.enterBackground()
    #expect(content.interactions == 2)
    await host.untilBackgroundTimeEnds()
    #expect(measured == ["1.0 1.25 1.0 1.0"])
    scene.clock.advance(bySeconds: 500)
    host.enterForeground()
    scene.clock.advance(bySeconds: 0.5)
    exposure.end()
    await content.analytics.flush()
    #expect(scene.counted == ["A 1 0", "A 0 0"])
    #expect(measured.last == "0.0 0.5 1.0 1.0")
  }

  @Test("content that appears in the background is not seen until the foreground")
  func inTheBack() async {
    let content = launch()
    host.enterBackground()
    // Otherwise a delivery in the background could take the view before it is measured.
    await host.untilBackgroundTimeEnds()
    let exposure = content.exposure(of: .asset("A"))
    exposure.update(Self.full)
    scene.clock.advance(bySeconds: 60)
    host.enterForeground()
    scene.clock.advance(bySeconds: 1)
    exposure.end()
    await content.analytics.flush()
    #expect(measured == ["1.0 1.0 1.0 1.0"])
  }

  @Test(
    "the end of the process records the exposure, and so does the release of its last reference")
  func ends() async {
    let content = launch()
    do {
      let exposure = content.exposure(of: .asset("A"))
      exposure.update(Self.full)
      scene.clock.advance(bySeconds: 1)
    }
    #expect(content.interactions == 2)
    let exposure = content.exposure(of: .asset("B"))
    exposure.update(Self.full)
    scene.clock.advance(bySeconds: 1)
    host.terminate()
    #expect(content.interactions == 4)
    exposure.end()
    #expect(content.interactions == 4)
  }

  enum Change: CaseIterable { case reset, erasure, denial }

  @Test(
    "time before a reset or an erasure, or while denied, is not measured",
    arguments: Change.allCases)
  func otherUser(change: Change) async throws {
    let content = launch()
    let exposure = content.exposure(of: .asset("A"))
    exposure.update(Self.full)
    scene.clock.advance(bySeconds: 2)
    exposure.update(ContentVisibility(fraction: 0.9))
    #expect(content.interactions == 1)
    switch change {
    case .reset: content.analytics.reset()
    case .erasure: try await content.analytics.erase()
    case .denial:
      content.analytics.setConsent(.denied)
      scene.clock.advance(bySeconds: 60)
      content.analytics.setConsent(.granted)
    }
    exposure.end()
    await content.analytics.flush()
    #expect(scene.counted == [])
    exposure.update(Self.full)
    scene.clock.advance(bySeconds: 1.5)
    exposure.end()
    await content.analytics.flush()
    #expect(scene.counted == ["A 1 0"])
    #expect(measured == ["1.0 1.5 1.0 1.0"])
  }

  @Test("excluded and refused content is neither counted nor measured")
  func excluded() async {
    var configuration = ContentConfiguration()
    configuration.excludedAssetUrlsRegexp = "secret"
    let content = launch(configuration)
    for url in ["secret.jpg", " "] {
      let exposure = content.exposure(of: .asset(url))
      exposure.update(Self.full)
      scene.clock.advance(bySeconds: 5)
      exposure.end()
    }
    #expect(content.interactions == 0)
  }

  @Test(
    "many threads may use one exposure at once: no time is measured twice, and none without a view"
  )
  func threads() async {
    let content = launch()
    let exposure = content.exposure(of: .asset("A"))
    DispatchQueue.concurrentPerform(iterations: 400) { number in
      switch number % 4 {
      case 0, 1: exposure.update(Self.full)
      case 2: scene.clock.advance(bySeconds: 1)
      default: exposure.end()
      }
    }
    exposure.end()
    let events = content.interactions
    await content.analytics.flush()
    let sums = scene.server.events.compactMap { $0.fields?["properties"] as? [String: Any] }
    let views = sums.reduce(0) { $0 + ($1["viewableImpressions"] as? Int ?? 0) }
    let dwell = sums.reduce(0) { $0 + ($1["dwellSeconds"] as? Double ?? 0) }
    // Each view has its measures.
    #expect(events == UInt64(views) * 2)
    #expect(dwell <= 100 && dwell >= Double(views))
  }

  @Test("a changed rule applies to exposures that begin afterwards")
  func changedRule() async {
    let content = launch()
    let before = content.exposure(of: .asset("before"))
    await content.update(ContentConfiguration(["contentanalytics.viewableSeconds": 3]))
    let after = content.exposure(of: .asset("after"))
    for exposure in [before, after] { exposure.update(Self.full) }
    scene.clock.advance(bySeconds: 2)
    for exposure in [before, after] { exposure.end() }
    await content.analytics.flush()
    #expect(scene.counted == ["before 1 0"])
  }

  @Test("the rule is that of the configuration, also by its keys")
  func rule() async {
    let configuration = ContentConfiguration([
      "contentanalytics.viewableFraction": 0.25, "contentanalytics.viewableSeconds": 3,
    ])
    #expect(configuration.viewability == Viewability(fraction: 0.25, seconds: 3))
    let content = launch(configuration)
    for seconds in [2.9, 3] {
      let exposure = content.exposure(of: .asset("A"))
      exposure.update(ContentVisibility(fraction: 0.25))
      scene.clock.advance(bySeconds: seconds)
      exposure.end()
    }
    await content.analytics.flush()
    #expect(measured == ["1.0 3.0 0.25 -"])
    let wild = ContentConfiguration(["contentanalytics.viewableFraction": 7])
    #expect(wild.viewability == Viewability(fraction: 1))
    #expect(wild.warnings.count == 1)
  }
}

extension ContentAnalytics {
  /// The number of events that wait to be counted.
  fileprivate var interactions: UInt64 {
    analytics.ledger().destinations.reduce(0) { $0 + $1.pending + $1.delivered }
  }
}
