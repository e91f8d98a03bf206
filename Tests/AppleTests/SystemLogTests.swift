import Cairn
import CairnTesting
import Foundation
import Testing
import os

/// The unified log, to which the SDK writes while the app has no handler of its own.
@Suite struct SystemLogTests {
  @Test(
    "a line has the subsystem, the first part of its code as the category, and its level",
    arguments: [
      (Diagnostic.Level.notice, OSLogType.default), (.warning, .error), (.error, .error),
      (.debug, .debug), (.trace, .debug),
    ])
  func levels(level: Diagnostic.Level, type: OSLogType) throws {
    var configuration = Configuration(destinations: [])
    configuration.logLevel = .trace
    let message = UUID().uuidString
    configuration.diagnostics(Diagnostic(level, "journal.sync", message))
    let line = try #require(StubLog.shared.lines(with: message).first)
    #expect(line.subsystem == "cairn" && line.category == "journal")
    #expect(line.level == type)
    #expect(line.parts.map(\.text) == ["journal.sync", message])
    #expect(line.parts.map(\.privacy) == [.public, level <= .debug ? .private : .public])
  }

  @Test("lines below the level of the instance are not written")
  func below() async {
    let name = UUID().uuidString
    let configuration = Configuration(destinations: [])
    let analytics = Analytics(configuration.testing(clock: ManualClock(), storage: TestStorage()))
    analytics.track(name + " before")
    analytics.logLevel = .debug
    analytics.track(name + " after")
    let lines = StubLog.shared.lines(with: name)
    #expect(lines.map(\.category) == ["event"])
    #expect(lines.first?.parts.last?.text.hasPrefix(name + " after: stored as") == true)
    await analytics.close()
  }
}
