import Cairn
import CairnTesting
import Dispatch
import Foundation
import Testing

/// A denial of a category, and uploads of destinations that do not exist at the time of the denial
/// or of the next launch.
@Suite struct AbsentUploadDenialTests {
  private static func start(_ scene: UploadFixture, with: Bool = true) -> Analytics {
    scene.start {
      $0.consentCategories = ["http": [.advertising]]
      if !with { $0.destinations = [] }
    }
  }

  private static func handOver(_ scene: UploadFixture, _ analytics: Analytics) async {
    analytics.setConsent([.advertising: .granted, .analytics: .granted])
    analytics.track("One")
    await scene.suspend(analytics)
    #expect(scene.uploader.underWay.count == 1)
  }

  private static func server(_ scene: UploadFixture) -> HTTPDestination {
    HTTPDestination(
      endpoint: scene.endpoint, writeKey: "secret", compresses: false, transport: scene.transport)
  }

  @Test(
    "the batch of a removed destination is cancelled, and delivered when it is added again")
  func removed() async {
    let scene = UploadFixture()
    let analytics = Self.start(scene)
    await Self.handOver(scene, analytics)
    await analytics.removeDestination("http")
    #expect(scene.uploader.underWay == [])
    await analytics.addDestination(Self.server(scene))
    await analytics.flush()
    #expect(analytics.row().delivered == 1 && analytics.row().balances)
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("a denial in a launch without the destination cancels the upload of an earlier one")
  func absent() async {
    let scene = UploadFixture()
    let first = Self.start(scene)
    await Self.handOver(scene, first)
    await first.close(flushingForSeconds: 0)
    let second = Self.start(scene, with: false)
    #expect(scene.uploader.underWay.count == 1)
    second.setConsent([.advertising: .denied])
    #expect(scene.uploader.underWay == [])
    await second.close(flushingForSeconds: 0)
  }

  @Test(
    "a denial that cannot list a folder cancels all uploads",
    arguments: ["/dest", "/dest/http"], [true, false])
  func unlisted(folder: String, isThere: Bool) async {
    let scene = UploadFixture()
    let first = Self.start(scene)
    await Self.handOver(scene, first)
    await first.close(flushingForSeconds: 0)
    let fails = Locked(false)
    let files = FaultyFileSystem(scene.storage.files) { call in
      let isMeant = call.name == "list" && call.path.hasSuffix(folder)
      return isMeant && fails.withLock { $0 } ? .fail(EMFILE) : .none
    }
    let second = scene.start(on: files) {
      $0.consentCategories = ["http": [.advertising]]
      if !isThere { $0.destinations = [] }
    }
    #expect(scene.uploader.underWay.count == 1)
    fails.withLock { $0 = true }
    second.setConsent([.advertising: .denied])
    #expect(scene.uploader.underWay == [])
    await second.close(flushingForSeconds: 0)
  }

  @Test("a launch that is denied from its start cancels the uploads", arguments: [true, false])
  func deniedBefore(isThere: Bool) async {
    let scene = UploadFixture()
    let first = Self.start(scene)
    await Self.handOver(scene, first)
    await first.close(flushingForSeconds: 0)
    // The state after a kill between storing the decision and applying it.
    let consents = ConsentStore(
      "/test/shop", files: scene.storage.files, standard: .granted,
      diagnostics: Diagnostics { _ in })
    consents.change { _ = $0.set([.advertising: .denied], room: ConsentStore.slotSize / 2) }
    #expect(scene.uploader.underWay.count == 1)
    let second = Self.start(scene, with: isThere)
    #expect(scene.uploader.underWay == [])
    await second.close(flushingForSeconds: 0)
  }

  @Test(
    "no upload is left with the system when a denial and a replacement of the destination overlap")
  func replaced() async {
    let scene = UploadFixture()
    let analytics = Self.start(scene)
    scene.uploader.onUpload { BlockingSleep.milliseconds(1) }
    var dice = Dice(seed: 4)
    for round in 0..<60 {
      analytics.setConsent([.advertising: .granted, .analytics: .granted])
      analytics.track("Event \(round)")
      let delay = dice.below(3)
      async let suspended: Void = scene.suspend(analytics)
      async let added: Void = analytics.addDestination(Self.server(scene))
      let left = await withCheckedContinuation { done in
        Thread.detachNewThread {
          if delay > 0 { BlockingSleep.milliseconds(delay) }
          analytics.setConsent([.advertising: .denied])
          done.resume(returning: scene.uploader.underWay)
        }
      }
      #expect(left == [], "round \(round), when the denial returns")
      _ = await (suspended, added)
      #expect(scene.uploader.underWay == [], "round \(round), afterwards")
    }
    await analytics.close(flushingForSeconds: 0)
  }
}
