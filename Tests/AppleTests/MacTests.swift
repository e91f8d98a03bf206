#if canImport(UIKit)
import Cairn
import CairnTesting
import Foundation
import Testing
import UIKit

extension SystemTests {
  /// An app for iOS on a Mac.
  @Suite struct MacTests {
    /// A destination whose batches are the context of their events.
    struct Contexts: Destination {
      let name = "contexts"

      func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] { context }
      func deliver(_ batch: Batch) async -> Outcome { .accepted }
    }

    /// Returns the name of the system in the context of an event.
    func system() async throws -> String? {
      let server = RecordingDestination(inFrontOf: Contexts())
      var configuration = Configuration(destinations: [server])
      configuration.context = .os
      configuration = configuration.testing(clock: ManualClock())
      let analytics = Analytics(configuration)
      analytics.track("One")
      await analytics.flush()
      await analytics.close()
      let body = try #require(server.batches.first?.body)
      let context = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
      return (context?["os"] as? [String: Any])?["name"] as? String
    }

    @Test("an app of Mac Catalyst, and an iPad app on a Mac, report macOS as their system")
    func named() async throws {
      let mac = StubMac.shared
      defer { (mac.runsCatalystApp, mac.runsUnchangedApp) = (false, false) }
      #expect(try await system() == "Linux")
      mac.runsCatalystApp = true
      #expect(try await system() == "macOS")
      (mac.runsCatalystApp, mac.runsUnchangedApp) = (false, true)
      #expect(try await system() == "macOS")
    }
  }
}
#endif
