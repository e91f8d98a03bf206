import Cairn
import CairnTesting
import Testing

@Suite struct LogLevelTests {
  @Test(
    "standard error gets lines from the configured level on, warnings by default",
    arguments: [
      (nil, ["warning", "error"]), (Diagnostic.Level.error, ["error"]),
      (.debug, ["debug", "notice", "warning", "error"]),
      (.trace, ["trace", "debug", "notice", "warning", "error"]),
    ])
  func levels(from level: Diagnostic.Level?, shown: [String]) async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [level = level?.rawValue as Int?] in
      var configuration = Configuration(destinations: [])
      if let level = level.flatMap(Diagnostic.Level.init) { configuration.logLevel = level }
      for each in [Diagnostic.Level.trace, .debug, .notice, .warning, .error] {
        configuration.diagnostics(Diagnostic(each, "a.code", "a sentence"))
      }
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("cairn: ") }
    #expect(lines == shown.map { "cairn: \($0) a.code: a sentence" }[...].map { $0[...] })
  }

  @Test("the level changes while the app runs, in one instance only")
  func changedLevel() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let configuration = Configuration(destinations: [])
      let changed = Analytics(configuration.testing(clock: ManualClock(), storage: TestStorage()))
      let other = Analytics(configuration.testing(clock: ManualClock(), storage: TestStorage()))
      #expect(changed.logLevel == .warning)
      changed.logLevel = .error
      for analytics in [changed, other] { analytics.track("") }
      changed.logLevel = .trace
      #expect(other.logLevel == .warning)
      for analytics in [changed, other] { await analytics.close() }
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    let lines = text.split(separator: "\n").filter {
      $0.hasPrefix("cairn: warning event.nameMissing")
    }
    #expect(lines.count == 1)
  }
}
