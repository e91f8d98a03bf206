import Cairn
import CairnTesting
import Foundation
import Testing

/// Two instances of one process on one folder: no event is lost, and the log says what to do.
@Suite final class SeveralInstancesTests: Sendable {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("several-\(UUID().uuidString)")
  private let log = Log<Diagnostic>()

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func open(_ instance: String? = nil) -> Analytics {
    var configuration = Configuration(destinations: [RecordingDestination(name: "server")])
    configuration.directory = folder
    configuration.instance = instance
    configuration.diagnostics = { [log] in log.append($0) }
    return Analytics(configuration)
  }

  private var warnings: Int { log.items.count { $0.code == "instance.several" } }

  @Test("a second instance on the folder is logged as a warning, and its events are delivered")
  func second() async throws {
    let one = open()
    #expect(warnings == 0)
    let two = open()
    let line = try #require(log.items.first { $0.code == "instance.several" })
    #expect(line.level == .warning && line.message.contains("Configuration.instance"))
    for analytics in [one, two] { analytics.track("Opened") }
    for analytics in [one, two] { await analytics.flush() }
    #expect(one.ledger().destinations[0].pending == 0)
    for analytics in [one, two] { await analytics.close() }
    #expect(warnings == 1)
  }

  @Test("instances with names of their own, and one after the other, are not logged")
  func apart() async {
    let others = [open("first"), open("second")]
    for _ in 1...3 {
      let analytics = open("third")
      await analytics.close(flushingForSeconds: 0)
      await analytics.close(flushingForSeconds: 0)
    }
    for analytics in others { await analytics.close(flushingForSeconds: 0) }
    #expect(warnings == 0)
  }
}
