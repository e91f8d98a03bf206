import CairnTesting
import Foundation

@testable import Cairn

/// A disk whose locks are all granted, as on a system that kills a process for holding one while it
/// is suspended.
struct LocklessFiles: ForwardingFileSystem {
  let files: any FileSystem

  func tryLock(_ file: FileDescriptor) throws(FileError) -> Bool { true }
}

/// A phone with an app and its extensions, which share the container of an app group.
final class GroupFixture: Sendable {
  static let group = "group.com.example.shop"
  /// Locks within this process are by path, so that every scene needs a path of its own.
  let container = "/group-\(UUID().uuidString)/cairn"

  /// A kind of process.
  enum Kind { case app, share }

  let clock = ManualClock()
  let storage = TestStorage()
  let server = RecordingDestination(inFrontOf: SeenEvent.Lines())
  let said = Locked<[Diagnostic]>([])

  /// Starts a process of the group; only a flush, or the app's own triggers, deliver.
  func start(
    _ kind: Kind, _ change: (inout Configuration) -> Void = { _ in }
  ) -> Analytics {
    var configuration = Configuration(destinations: [server])
    configuration.instance = "shop"
    configuration.flushAt = 5
    configuration.flushInterval = 30
    configuration.syncPolicy = .never
    configuration.sessionTimeout = kind == .app ? 1_800 : nil
    configuration.lifecycleEvents = []
    configuration.context = .all
    configuration.diagnostics = { [self] line in said.withLock { $0.append(line) } }
    configuration = configuration.testing(clock: clock, storage: storage)
    configuration.directory = nil
    configuration.appGroup = Self.group
    configuration.seams.files = LocklessFiles(files: storage.files)
    configuration.seams.allowsLocks = false
    configuration.seams.isExtension = kind != .app
    configuration.seams.groupFolder = { [container] in $0 == Self.group ? container : nil }
    configuration.seams.ownFolder = { "/own/cairn" }
    change(&configuration)
    return Analytics(configuration)
  }

  /// Starts the app as it was before it had a group.
  func startAlone(_ change: (inout Configuration) -> Void = { _ in }) -> Analytics {
    start(.app) {
      $0.appGroup = nil
      $0.directory = URL(fileURLWithPath: "/own/cairn")
      change(&$0)
    }
  }

  /// Moves the app's journal into the group on a disk that fails after this number of calls;
  /// returns whether the move is complete.
  func move(failingAfter calls: Int) -> Bool {
    let files = FaultyFileSystem(storage.files) { call in
      call.number > calls ? .fail(FileError.inputOutput) : .none
    }
    let move = AppGroupMove(
      own: "/own/cairn", group: container, oldName: "shop", newName: "shop", files: files,
      randomness: SeededRandomness(seed: 3))
    return (try? move.run()) != nil && files.calls <= calls
  }

  /// Stops as a kill does, as far as the disk is concerned.
  func kill(_ analytics: Analytics) async { await analytics.engine?.stop() }

  func events() -> [SeenEvent] { SeenEvent.all(of: server) }

  func names(_ prefix: String = "") -> [String] {
    events().map(\.name).filter { $0.hasPrefix(prefix) }
  }

  /// Returns the user of the first event of this name.
  func user(of name: String) -> String? {
    let event = server.events.first { $0.fields?["event"] as? String == name }
    return event?.fields?["userId"] as? String
  }

  func codes(from level: Diagnostic.Level = .notice) -> [String] {
    said.withLock { $0.filter { $0.level >= level }.map(\.code) }
  }
}
