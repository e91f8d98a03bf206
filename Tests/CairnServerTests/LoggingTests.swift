#if Server
import Cairn
import CairnServer
import CairnTesting
import InMemoryLogging
import Logging
import Testing

@Suite struct LoggingTests {
  @Test("a line of the SDK reaches the logger with its level, and its code as metadata")
  func line() async {
    let handler = InMemoryLogHandler()
    var configuration = Configuration(destinations: [RecordingDestination()])
    configuration.log(to: Logger(label: "cairn") { _ in handler })
    let analytics = Analytics(configuration.testing(clock: ManualClock()))
    analytics.track("")
    #expect(
      handler.entries == [
        .init(
          level: .warning,
          message: "event \"\" was not recorded: its name or identifier is empty",
          metadata: ["code": "event.nameMissing"])
      ])
    await analytics.close()
  }

  @Test(
    "levels keep their names",
    arguments: [
      (Diagnostic.Level.debug, Logger.Level.debug), (.notice, .notice), (.warning, .warning),
      (.error, .error),
    ])
  func levels(said: Diagnostic.Level, logged: Logger.Level) {
    let handler = InMemoryLogHandler()
    var logger = Logger(label: "cairn") { _ in handler }
    logger.logLevel = .trace
    var configuration = Configuration(destinations: [])
    configuration.log(to: logger)
    configuration.diagnostics(Diagnostic(said, "a.code", "a sentence"))
    #expect(
      handler.entries == [
        .init(level: logged, message: "a sentence", metadata: ["code": "a.code"])
      ])
  }
}
#endif
