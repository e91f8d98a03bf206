import Cairn
import CairnTesting
import Foundation
import Testing

/// Directories with unusual or invalid names.
@Suite struct OddDirectoryTests {
  @Test("a relative directory does not move when the process changes its folder")
  func relative() async {
    await #expect(processExitsWith: .success) {
      let (home, elsewhere) = (RealFolder(), RealFolder())
      let server = RecordingDestination()
      let configuration = Self.configuration(server, in: URL(string: "events"))
      #expect(FileManager.default.changeCurrentDirectoryPath(home.path))
      let first = Analytics(configuration)
      #expect(FileManager.default.changeCurrentDirectoryPath(elsewhere.path))
      first.identify("one")
      first.superProperties.register(["plan": "pro"])
      first.setConsent([.advertising: .denied])
      first.track("Seen")
      #expect(await first.flush().isComplete)
      await first.close()
      let names = [elsewhere.path, home.path].map {
        (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? ["no folder"]
      }
      #expect(names == [[], ["events"]])
      #expect(FileManager.default.changeCurrentDirectoryPath(home.path))
      let second = Analytics(configuration)
      #expect(second.userID == "one")
      #expect(second.superProperties.current == ["plan": "pro"])
      await second.close()
    }
  }

  @Test("without a default folder, as on Android, the log names the setting that is missing")
  func noDefault() async {
    await #expect(processExitsWith: .success) {
      for name in ["HOME", "XDG_STATE_HOME"] { unsetenv(name) }
      let said = Locked<[Diagnostic]>([])
      var configuration = Configuration(destinations: [])
      configuration.diagnostics = { line in said.withLock { $0.append(line) } }
      let analytics = Analytics(configuration)
      #expect(analytics.ledger().isInMemory)
      let line = said.withLock { $0.first { $0.code == "journal.inMemory" } }
      #expect(line?.message.contains("set Configuration.directory") == true)
      #expect(line?.message.contains("Context.getFilesDir()") == true)
      await analytics.close()
    }
  }

  @Test("a path with NUL is not truncated at that character")
  func cut() async throws {
    let folder = RealFolder()
    let server = RecordingDestination()
    let url = URL(fileURLWithPath: "\(folder.path)/a\0b", isDirectory: true)
    let analytics = Analytics(Self.configuration(server, in: url))
    analytics.track("Seen")
    #expect(await analytics.flush().isComplete)
    #expect(server.events.count == 2)
    await analytics.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains("a"))
  }

  @Test(
    "with an invalid path nothing is stored or sent, because the consent decision is unknown"
  )
  func long() async {
    let server = RecordingDestination()
    let codes = Locked<Set<String>>([])
    let path = "/tmp" + String(repeating: "/" + String(repeating: "d", count: 99), count: 50)
    var configuration = Self.configuration(server, in: URL(fileURLWithPath: path))
    configuration.diagnostics = { line in codes.withLock { _ = $0.insert(line.code) } }
    let analytics = Analytics(configuration)
    analytics.track("Seen")
    await analytics.flush()
    #expect(analytics.consent == .pending && server.events.isEmpty)
    #expect(codes.withLock { $0 }.isSuperset(of: ["consent.storage", "journal.inMemory"]))
    #expect(analytics.ledger().isInMemory && analytics.ledger().balances)
    #expect(analytics.ledger().recorded == 2)
    await analytics.close(flushingForSeconds: 0)
  }

  private static func configuration(
    _ server: RecordingDestination, in directory: URL?
  ) -> Configuration {
    var configuration = Configuration(destinations: [server])
    configuration.directory = directory
    configuration.sessionTimeout = 60
    configuration.diagnostics = { _ in }
    configuration.seams.host = ManualHost()
    return configuration
  }
}
