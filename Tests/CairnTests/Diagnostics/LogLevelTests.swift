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

  @Test("at the level debug each recorded event is logged, without its values")
  func recorded() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      var configuration = Configuration(destinations: [])
      configuration.redaction = [.pattern(.email, action: .replace(with: "E"))]
      let analytics = Analytics(
        configuration.testing(clock: ManualClock(), storage: TestStorage()))
      analytics.track("Before")
      analytics.logLevel = .debug
      analytics.track("Mail to a@b.de", ["secret": "value"])
      analytics.identify("ann")
      analytics.track("")
      analytics.logLevel = .warning
      analytics.track("After")
      var own = Configuration(destinations: [])
      own.logLevel = .trace
      own.diagnostics = { #expect($0.code != "event.recorded") }
      let silent = Analytics(own.testing(clock: ManualClock(), storage: TestStorage()))
      silent.track("Own")
      for analytics in [analytics, silent] { await analytics.close() }
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.contains("event.recorded") }
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("cairn: debug event.recorded: Mail to E: stored as 0") == true)
    #expect(lines.last?.hasPrefix("cairn: debug event.recorded: identify: stored as 0") == true)
  }
}
