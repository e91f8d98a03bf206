#if canImport(UIKit)
import AppleURLSession
import Cairn
import CairnTesting
import Foundation
import Testing
import UIKit

extension SystemTests {
  /// An app that enters the background while its journal is being opened on another thread.
  @MainActor @Suite struct EarlyBackgroundTests {
    let scene = HandOverFixture()
    let disk = HeldDisk()
    let server = RecordingTransport()
    let session = "com.example.\(UUID().uuidString)"

    func launch(_ transport: (any HTTPTransport)? = nil) throws -> Analytics {
      let url = try #require(URL(string: "https://collect.example.com/v1/batch"))
      server.isOffline = true
      var configuration = Configuration(destinations: [
        HTTPDestination(
          endpoint: url, writeKey: "secret", name: "first", compresses: false,
          transport: transport ?? server)
      ])
      configuration.diagnostics = { _ in }
      configuration.instance = scene.instance
      configuration.directory = scene.folder
      configuration.opensInBackground = true
      configuration = configuration.testing(clock: scene.clock)
      configuration.seams.files = disk.files(PosixFileSystem())
      configuration.seams.uploader = BackgroundSessionUploader(identifier: session)
      configuration.seams.host = nil
      return Analytics(configuration)
    }

    @Test("background time is requested in the notification, and serves the delivery")
    func requested() async throws {
      let analytics = try launch()
      analytics.track("One")
      scene.enterBackground()
      #expect(StubSystem.shared.names == ["deliver events"])
      #expect(StubSystem.shared.tasks == 1)
      disk.release()
      _ = analytics.ledger()
      await scene.untilSuspended()
      #expect(StubSystem.shared.names == ["deliver events"])
      #expect(server.requests.count == 1)
      await analytics.close(flushingForSeconds: 0)
    }

    @Test("when that time is up during a request, its batch is handed over")
    func expiredLater() async throws {
      let transport = GatedTransport()
      let analytics = try launch(transport)
      analytics.track("One")
      scene.enterBackground()
      disk.release()
      await transport.untilAsked()
      scene.expire()
      await scene.untilSuspended()
      #expect(scene.daemon.tasks(of: session).count == 1)
      transport.fail()
      await analytics.close(flushingForSeconds: 0)
    }

    @Test("time that is up before the journal is open is given back, and events are kept")
    func expired() async throws {
      let analytics = try launch()
      analytics.track("One")
      scene.enterBackground()
      scene.expire()
      #expect(StubSystem.shared.tasks == 0)
      disk.release()
      #expect(analytics.ledger().destinations.map(\.pending) == [1])
      await scene.untilSuspended()
      await analytics.close(flushingForSeconds: 0)
    }

    @Test("an app that goes to the background twice keeps one background time")
    func twice() async throws {
      let analytics = try launch()
      for _ in 1...2 {
        scene.enterBackground()
        #expect(StubSystem.shared.tasks == 1)
        scene.enterForeground()
      }
      disk.release()
      _ = analytics.ledger()
      await scene.untilSuspended()
      await analytics.close(flushingForSeconds: 0)
    }
  }
}
#endif
