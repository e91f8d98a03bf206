import Cairn
import CairnTesting
import CrashSupport
import Foundation
import Testing

/// P1: when the call has returned, the event survives the death of the process.
@Suite struct TrackThenKillTests {
  @Test(
    "an event of each kind exists after a SIGKILL right after its call",
    arguments: EventKind.allCases)
  func killedBehindTheCall(kind: EventKind) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = scratch.path as String, kind = Int(kind.rawValue) as Int] in
      let analytics = launch(Scratch(at: path))
      switch EventKind(rawValue: UInt8(kind)) {
      case .track: analytics.track("Before the crash", ["n": 1])
      case .screen: analytics.screen("Before the crash")
      case .identify: analytics.identify("before-the-crash")
      case .group: analytics.group("before-the-crash")
      case .interaction: analytics.engine?.recorder.record(.interaction, "asset", ["n": 1])
      default: analytics.alias("before-the-crash")
      }
      killThisProcess()
    }
    let recording = RecordingDestination()
    var configuration = Configuration(writeKey: "test", destinations: [recording])
    configuration.directory = scratch.url
    let analytics = Analytics(configuration)
    #expect(await analytics.flush().pending == 0)
    #expect(recording.events.map(\.kind) == [kind])
    #expect(recording.events.first?.fields?["type"] as? String == kind.name)
    if kind == .identify || kind == .alias { #expect(analytics.userID == "before-the-crash") }
    await analytics.close()
  }

  @Test("super properties and the session exist after a SIGKILL right after the call")
  func killedBehindRegister() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
      var configuration = Configuration(writeKey: "test", destinations: [])
      configuration.directory = URL(fileURLWithPath: path)
      configuration.sessionTimeout = 1_800
      let analytics = Analytics(configuration)
      analytics.track("Before the crash")
      analytics.superProperties.register(["plan": "pro"])
      killThisProcess()
    }
    let recording = RecordingDestination()
    var configuration = Configuration(writeKey: "test", destinations: [recording])
    configuration.directory = scratch.url
    configuration.sessionTimeout = 1_800
    let analytics = Analytics(configuration)
    #expect(analytics.superProperties.current == ["plan": "pro"])
    analytics.track("After the crash")
    #expect(await analytics.flush().pending == 0)
    let names = recording.events.map { $0.fields?["event"] as? String }
    #expect(names == ["Session Started", "Before the crash", "After the crash"])
    let session = recording.events[0].fields?["properties"] as? [String: Any]
    #expect(
      session?["session_id"] as? String == analytics.sessionID?.uuidString.lowercased())
    await analytics.close()
  }

  @Test("a thousand events tracked by four threads are all there after a SIGKILL")
  func killedAmongThreads() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
      let analytics = launch(Scratch(at: path))
      await withTaskGroup(of: Void.self) { group in
        for writer in 0..<4 {
          group.addTask {
            for number in 0..<250 {
              analytics.track("Event", ["writer": .int(writer), "n": .int(number)])
            }
          }
        }
      }
      killThisProcess()
    }
    let recording = RecordingDestination()
    var configuration = Configuration(writeKey: "test", destinations: [recording])
    configuration.directory = scratch.url
    let analytics = Analytics(configuration)
    await analytics.flush()
    #expect(Set(recording.events.map(\.id)).count == 1_000)
    #expect(analytics.ledger().balances)
    await analytics.close()
  }
}
