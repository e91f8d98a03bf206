import Cairn
import CairnExpectations
import Foundation
import Testing

enum CurrentUser {
  @TaskLocal static var id: String?
}

struct RequestUser: Enricher {
  func enrich(_ event: inout Event) {
    guard let id = CurrentUser.id else { return }
    event.userID = id
    event.anonymousID = "server-\(id)"
  }
}

// swift-format-ignore
extension Configuration {
  static var shop: Configuration {
    var configuration = Configuration(writeKey: "key", endpoint: URL(string: "https://collect.example.com")!)
    configuration.appGroup = "group.com.example.shop"
    return configuration
  }
}

/// The code of the article Recipes about servers, files and diagnostics.
@Suite struct MachineRecipesTests {
  @Test func manyUsers() async throws {
    var configuration = Configuration(destinations: [])
    configuration.enrichers = [RequestUser()]
    let testing = TestAnalytics(configuration)
    let analytics = testing.analytics
    CurrentUser.$id.withValue("user-42") {
      analytics.track("Report Opened")
    }
    analytics.track("Job Ended")
    #expect(testing.events.map(\.userID) == ["user-42", nil])
    await analytics.flush()
    let stored = try #require(testing.destination.acceptedEvents.first)
    #expect(DecodedEvent(stored)?.userID == "user-42")
    #expect(DecodedEvent(stored)?.anonymousID == "server-user-42")
    #expect(analytics.userID == nil)
  }

  /// The traits and the groups of a request's user.
  @Test func traitsAndGroupsOfManyUsers() async throws {
    struct Company: Enricher {
      func enrich(_ event: inout Event) {
        guard let id = CurrentUser.id else { return }
        event.context["groups"] = ["company": Value("company of \(id)")]
      }
    }
    var configuration = Configuration(destinations: [])
    configuration.enrichers = [RequestUser(), Company()]
    let testing = TestAnalytics(configuration)
    let analytics = testing.analytics
    for id in ["a", "b"] {
      CurrentUser.$id.withValue(id) { analytics.identify(traits: ["plan": "pro"]) }
    }
    analytics.track("Job Ended")
    await analytics.flush()
    let events = testing.destination.acceptedEvents.compactMap { DecodedEvent($0) }
    #expect(events.map(\.userID) == ["a", "b", nil])
    #expect(
      events.map { $0.context["groups"] } == [
        ["company": "company of a"], ["company": "company of b"], nil,
      ])
    #expect(analytics.userID == nil)
  }

  @Test func tool() async {
    let testing = TestAnalytics()
    let analytics = testing.analytics
    analytics.track("File Counted")
    let result = await analytics.close(flushingForSeconds: 2)

    #expect(result.delivered == 1)
  }

  @Test func widget() async {
    let testing = TestAnalytics()
    /// Makes the instance in memory.
    func Analytics(_ configuration: Configuration) -> Cairn.Analytics { testing.analytics }
    let analytics = Analytics(.shop)

    analytics.track("Widget Shown")
    #expect(testing.events.map(\.name) == ["Widget Shown"])
    #expect(Configuration.shop.appGroup == "group.com.example.shop")
  }

  @Test func share() async {
    let testing = TestAnalytics()
    let analytics = testing.analytics
    analytics.track("Link Shared")
    Task { await analytics.flush() }
    _ = await testing.destination.outcomes(atLeast: 1)

    #expect(testing.destination.acceptedEvents.count == 1)
  }

  @Test func limits() {
    var configuration = Configuration(destinations: [])
    configuration.journal.bytes = 5 << 20
    configuration.journal.age = 30 * 86_400

    #expect(!TestAnalytics(configuration).analytics.ledger().isInMemory)
  }

  @Test func log() {
    let lines = Lines()
    @Sendable func write(_ line: String) { lines.add(line) }
    var configuration = Configuration(destinations: [])
    configuration.diagnostics = { line in
      if line.level >= .notice { write("\(line.level) \(line.code): \(line.message)") }
    }

    TestAnalytics(configuration).analytics.track("")
    #expect(lines.all.count == 1)
    #expect(lines.all.first?.hasPrefix("warning event.nameMissing: ") == true)
  }

  @Test func console() {
    var configuration = Configuration(destinations: [])
    #if DEBUG
    configuration.logLevel = .debug
    configuration.destinations.append(ConsoleDestination())
    #endif

    #expect(configuration.destinations.count <= 1)
  }

  @Test func levelOfContent() async {
    let analytics = TestAnalytics().analytics
    analytics.logLevel = .trace

    #expect(analytics.logLevel == .trace)
    await analytics.close()
  }

  @Test func figures() async {
    let testing = TestAnalytics()
    let analytics = testing.analytics
    let watching = Task {
      for await figures in analytics.diagnostics.updates(every: .seconds(60)) {
        report(figures.queueDepth, figures.oldestPendingAge, figures.storageProblem)
      }
    }

    watching.cancel()
    await watching.value
  }

  private func report(_ depth: Int, _ age: Duration?, _ problem: StorageProblem?) {}
}
