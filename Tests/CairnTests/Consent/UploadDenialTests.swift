import Cairn
import CairnTesting
import Dispatch
import Foundation
import Testing

/// A denial beside what the courier does with what the system has.
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

  /// Who handed it over: this process, or one that is dead.
  enum Owner: CaseIterable { case same, earlier }

  static let cases = Denial.allCases.flatMap { denial in Owner.allCases.map { (denial, $0) } }
  /// What the courier does with an upload is among its first calls.
  private static let most = 24

  private static func start(_ scene: UploadScene, on files: (any FileSystem)? = nil) -> Analytics {
    scene.start(on: files) { $0.consentCategories = ["http": [.advertising]] }
  }

  private static func handOver(_ scene: UploadScene, _ analytics: Analytics) async {
    analytics.setConsent([.advertising: .granted, .analytics: .granted])
    analytics.track("One")
    await scene.suspend(analytics)
    #expect(scene.uploader.underWay.count == 1)
  }

  @Test(
    "the system has nothing to upload when a denial returns, wherever the courier is held up",
    arguments: cases)
  func held(denial: Denial, owner: Owner) async {
    for number in 0..<Self.most {
      let scene = UploadScene()
      let gate = HeldCourier(holding: number, scene.storage.files)
      if owner == .earlier { await Self.handOver(scene, Self.start(scene)) }
      let analytics = Self.start(scene, on: gate.files)
      if owner == .same { await Self.handOver(scene, analytics) }
      let (left, wasHeld) = await gate.run {
        denial.say(analytics)
        return scene.uploader.underWay
      }
      #expect(left == [], "held up after call \(number)")
      await analytics.close(flushingForSeconds: 0)
      if !wasHeld {
        #expect(number > 1, "too few calls")
        return
      }
    }
  }

  @Test(
    "the system has nothing to upload that was handed to it while a denial looked for it",
    arguments: Denial.allCases)
  func crossing(denial: Denial) async {
    let scene = UploadScene()
    let gate = HeldCourier(holdingRemovalOf: ".upload", scene.storage.files)
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
      // As long as a denial that does not wait for this step would need.
      for _ in 0..<200 where scene.uploader.cancelled.isEmpty { Pause.milliseconds(1) }
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

/// Holds a call of the courier to the disk, once it is made, until a denial on another thread has returned.
private final class HeldCourier: Sendable {
  private static let mark = "denies"
  /// How long the denial waits for the courier to come to the held call.
  private static let moment = DispatchTimeInterval.milliseconds(50)

  private struct State {
    var isArmed = false
    var callsLeft: Int
    var wasHeld = false
  }

  private let disk: any FileSystem
  private let suffix: String?
  private let state: Locked<State>
  private let arrival = DispatchSemaphore(value: 0)
  private let release = DispatchSemaphore(value: 0)

  init(holding number: Int, _ disk: any FileSystem) {
    self.disk = disk
    suffix = nil
    state = Locked(State(callsLeft: number))
  }

  init(holdingRemovalOf suffix: String, _ disk: any FileSystem) {
    self.disk = disk
    self.suffix = suffix
    state = Locked(State(callsLeft: 0))
  }

  var files: any FileSystem {
    FaultyFileSystem(disk) { [self] call in
      if Thread.current.threadDictionary[Self.mark] != nil {
        if call.name == "list", arrival.wait(timeout: .now() + Self.moment) == .success {
          arrival.signal()
        }
      } else if isHeld(call) {
        // So that it is held after the call, and not before.
        if call.name == "remove" { try? disk.remove(call.path) }
        arrival.signal()
        release.wait()
      }
      return .none
    }
  }

  private func isHeld(_ call: FaultyFileSystem.Call) -> Bool {
    state.withLock { state in
      guard state.isArmed, suffix.map(call.path.hasSuffix) ?? true else { return false }
      if suffix != nil, call.name != "remove" { return false }
      state.callsLeft -= 1
      guard state.callsLeft == -1 else { return false }
      state.wasHeld = true
      return true
    }
  }

  /// Does the work on a thread whose calls are not held; what it says, and whether a call was held.
  func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> (Result, Bool) {
    state.withLock { $0.isArmed = true }
    return await withCheckedContinuation { done in
      let result = Locked<Result?>(nil)
      let ended = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        Thread.current.threadDictionary[Self.mark] = true
        let value = work()
        result.withLock { $0 = value }
        ended.signal()
      }
      DispatchQueue.global().async { [self] in
        // It may need what the courier has: then it goes on when that does.
        let hasEnded = ended.wait(timeout: .now() + .seconds(2)) == .success
        let wasHeld = state.withLock { state in
          state.isArmed = false
          return state.wasHeld
        }
        release.signal()
        if !hasEnded { ended.wait() }
        if let value = result.withLock({ $0 }) { done.resume(returning: (value, wasHeld)) }
      }
    }
  }
}
