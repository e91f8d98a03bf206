import Cairn
import CairnTesting
import Foundation
import Testing

/// P3, P6: a disk that fails from the launch on, in different ways, and works later.
@Suite struct TroubleAtLaunchTests {
  /// The temporary results of calls of one kind.
  struct Trouble: Sendable, CustomTestStringConvertible {
    var call: String
    var code: Int32
    var testDescription: String { "\(call) answers \(code)" }
  }

  private static let troubles: [Trouble] =
    ["mkdir", "create", "open", "write", "list", "lock", "read", "status"].flatMap { call in
      [FileError.noSpace, FileError.inputOutput, FileError.missing].map {
        Trouble(call: call, code: $0)
      }
    }

  /// Whether the disk fails now.
  private final class RecordingFailure: Sendable {
    private let state: Locked<Bool>
    init(_ isOn: Bool) { state = Locked(isOn) }
    var isOn: Bool {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }
  }

  private let clock = ManualClock()
  private let folder = RealFolder()

  private func launch(
    _ server: RecordingDestination, _ refusal: RecordingFailure, _ trouble: Trouble
  ) -> Analytics {
    var configuration = Configuration(destinations: [server])
    configuration.flushAt = 100_000
    configuration.directory = folder.url.appendingPathComponent("app")
    configuration = configuration.testing(clock: clock)
    configuration.seams.files = FaultyFileSystem(PosixFileSystem()) { call in
      call.name == trouble.call && refusal.isOn ? .fail(trouble.code) : .none
    }
    return Analytics(configuration)
  }

  /// Advances the clock until this number of events are delivered, for an hour at most.
  private func pass(_ analytics: Analytics, _ server: RecordingDestination, _ events: Int) async {
    for _ in 0..<60 where server.events.count < events {
      clock.advance(bySeconds: 60)
      await analytics.flush()
    }
  }

  @Test("recorded events are delivered once the disk works", arguments: troubles)
  func recovers(trouble: Trouble) async {
    let server = RecordingDestination(name: "server")
    let refusal = RecordingFailure(true)
    let analytics = launch(server, refusal, trouble)
    for _ in 0..<20 { analytics.track("Event") }
    for _ in 0..<4 {
      clock.advance(bySeconds: 60)
      await analytics.flush()
    }
    refusal.isOn = false
    for _ in 0..<20 { analytics.track("Later") }
    await pass(analytics, server, 40)
    let ledger = analytics.ledger()
    #expect(ledger.recorded == 40)
    #expect(ledger.buffered == 0)
    #expect(server.events.count == 40)
    await analytics.close(flushingForSeconds: 0)
  }

  @Test(
    "recorded events are delivered also if the folder was removed while the disk was full",
    arguments: ["mkdir", "create"])
  func vanished(call: String) async throws {
    let server = RecordingDestination(name: "server")
    let refusal = RecordingFailure(false)
    let analytics = launch(server, refusal, Trouble(call: call, code: FileError.noSpace))
    analytics.track("Event")
    await analytics.flush()
    refusal.isOn = true
    try FileManager.default.removeItem(atPath: folder.path + "/app")
    for _ in 0..<20 { analytics.track("Event") }
    clock.advance(bySeconds: 60)
    await analytics.flush()
    refusal.isOn = false
    await pass(analytics, server, 21)
    #expect(analytics.ledger().buffered == 0)
    #expect(server.events.count == 21)
    await analytics.close(flushingForSeconds: 0)
  }
}
