import Cairn
import CairnTesting
import Dispatch
import Foundation
import Testing

/// A denial while the worker handles the system's uploads.
@Suite struct UploadDenialTests {
  enum Denial: CaseIterable {
    case all, category

    func say(_ analytics: Analytics) {
      switch self {
      case .all: analytics.setConsent(.denied)
      case .category: analytics.setConsent([.advertising: .denied])
      }
    }
  }

  /// The process that handed the upload over: this one, or one that has died.
  enum Owner: CaseIterable { case same, earlier }

  static let cases = Denial.allCases.flatMap { denial in Owner.allCases.map { (denial, $0) } }
  /// The number of worker calls that are paused: those about an upload are among the first ones.
  private static let most = 24

  private static func start(_ scene: UploadFixture, on files: (any FileSystem)? = nil) -> Analytics
  {
    scene.start(on: files) { $0.consentCategories = ["http": [.advertising]] }
  }

  private static func handOver(_ scene: UploadFixture, _ analytics: Analytics) async {
    analytics.setConsent([.advertising: .granted, .analytics: .granted])
    analytics.track("One")
    await scene.suspend(analytics)
    #expect(scene.uploader.underWay.count == 1)
  }

  @Test(
    "the system has nothing to upload when a denial returns, wherever the worker is held up",
    arguments: cases)
  func held(denial: Denial, owner: Owner) async {
    var (number, misses) = (0, 0)
    while number < Self.most {
      let scene = UploadFixture()
      let gate = HeldWorker(holding: number, scene.storage.files)
      if owner == .earlier { await Self.handOver(scene, Self.start(scene)) }
      let analytics = Self.start(scene, on: gate.files)
      if owner == .same { await Self.handOver(scene, analytics) }
      let (left, wasHeld) = await gate.run {
        denial.say(analytics)
        return scene.uploader.underWay
      }
      #expect(left == [], "held up after call \(number)")
      await analytics.close(flushingForSeconds: 0)
      if wasHeld {
        number += 1
      } else if number > 1 {
        return
      } else {
        // On a busy machine the worker may not reach a call before the denial returns.
        misses += 1
        guard misses < 100 else {
          Issue.record("too few calls: \(number)")
          return
        }
      }
    }
  }

  @Test(
    "no upload remains that was handed to the system while a denial looked for it",
    arguments: Denial.allCases)
  func crossing(denial: Denial) async {
    let scene = UploadFixture()
    let gate = HeldWorker(holdingRemovalOf: ".upload", scene.storage.files)
    let analytics = Self.start(scene, on: gate.files)
    analytics.setConsent([.advertising: .granted, .analytics: .granted])
    analytics.track("One")
    let (begins, mayBegin) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    scene.uploader.onUpload {
      begins.signal()
      mayBegin.wait()
    }
    async let suspended: Void = scene.suspend(analytics)
    await CallPause.wait(for: begins)
    DispatchQueue.global().async {
      // The wait is as long as a denial would need that does not wait for this step.
      for _ in 0..<200 where scene.uploader.cancelled.isEmpty { BlockingSleep.milliseconds(1) }
      mayBegin.signal()
    }
    let (left, _) = await gate.run {
      denial.say(analytics)
      return scene.uploader.underWay
    }
    #expect(scene.uploader.begun.count == 1)
    #expect(left == [])
    await suspended
    await analytics.close(flushingForSeconds: 0)
  }
}
