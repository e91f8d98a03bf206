#if canImport(UIKit)
import Cairn
import CairnTesting
import Foundation
import Testing
import UIKit

extension SystemTests {
  /// The scenes of an app: windows, and on visionOS also volumes and spaces.
  @MainActor @Suite struct ScenesTests {
    let system = StubSystem.shared

    init() { system.reset(state: .active) }

    /// Posts what the system does when a scene changes, after the app's state has changed.
    func post(_ name: NSNotification.Name, _ state: UIApplication.State) async {
      system.state = state
      NotificationCenter.default.post(name: name, object: nil)
      await settle()
    }

    /// Returns after the SDK's work on the main actor, which on other systems than Apple's is not
    /// on the main thread.
    func settle() async {
      for _ in 1...5 { await Task(priority: .background) { @MainActor in }.value }
    }

    @Test("the app is in the background when its last scene is, and is reported once")
    func signals() async {
      let lifecycle = UIKitLifecycle()
      let heard = Locked<[HostSignal]>([])
      lifecycle.start { signal in heard.withLock { $0.append(signal) } }
      await settle()
      #expect(heard.withLock { $0 } == [.foreground])
      // One of two windows is closed, and an alert covers the other one.
      await post(UIScene.didEnterBackgroundNotification, .active)
      await post(UIScene.didDisconnectNotification, .inactive)
      #expect(heard.withLock { $0 } == [.foreground])
      await post(UIScene.didEnterBackgroundNotification, .background)
      #expect(heard.withLock { $0 } == [.foreground, .background])
      system.post(UIApplication.didEnterBackgroundNotification)
      await post(UIScene.didDisconnectNotification, .background)
      #expect(heard.withLock { $0 } == [.foreground, .background])
      await post(UIScene.didActivateNotification, .active)
      #expect(heard.withLock { $0.last } == .foreground)
      system.post(UIApplication.didBecomeActiveNotification)
      #expect(heard.withLock { $0 } == [.foreground, .background, .foreground])
      lifecycle.stop()
      await post(UIScene.didEnterBackgroundNotification, .background)
      #expect(heard.withLock { $0.count } == 3)
    }

    @Test("when the last window is closed, a batch is at the system before the app is suspended")
    func handOver() async throws {
      let scene = HandOverFixture()
      system.state = .active
      let analytics = try await scene.launch()
      for server in scene.servers.values { server.isOffline = true }
      analytics.track("One")
      await post(UIScene.didDisconnectNotification, .background)
      await scene.untilSuspended()
      #expect(Set(scene.bodies(of: analytics).keys) == ["first", "second"])
      await analytics.close()
    }
  }
}
#endif
