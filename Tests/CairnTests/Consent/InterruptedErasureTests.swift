import Cairn
import CairnTesting
import Foundation
import Testing

/// An erasure that is interrupted beside another installation's journal.
@Suite struct InterruptedErasureTests {
  let clock = ManualClock()
  let storage = TestStorage()

  func start(
    as installs: MemoryInstallRecord?, _ server: RecordingDestination,
    on files: (any FileSystem)? = nil
  ) -> Analytics {
    var configuration = Configuration(destinations: [server])
    configuration.instance = "shop"
    configuration.syncPolicy = .never
    configuration.diagnostics = { _ in }
    configuration.flushAt = 100_000
    configuration = configuration.testing(clock: clock, storage: storage)
    configuration.seams.installs = installs
    if let files { configuration.seams.files = files }
    return Analytics(configuration)
  }

  func events(_ server: RecordingDestination) -> [String] {
    server.events.compactMap { $0.fields?["event"] as? String }
  }

  /// Erases on a disk that fails after a number of changes.
  func erase(as installs: MemoryInstallRecord?, changes: Int) async {
    let left = Locked(changes)
    let isOn = Locked(false)
    let files = FaultyFileSystem(storage.files) { call in
      guard isOn.withLock({ $0 }) else { return .none }
      let changing = ["create", "write", "mkdir", "move", "remove", "rmdir"].contains(call.name)
      let isDead = left.withLock { left in
        if changing, left > 0 { left -= 1 }
        return left == 0
      }
      return isDead ? .fail(FileError.inputOutput) : .none
    }
    let silent = RecordingDestination()
    silent.isOffline = true
    let analytics = start(as: installs, silent, on: files)
    isOn.withLock { $0 = true }
    try? await analytics.erase()
    await analytics.close(flushingForSeconds: 0)
  }

  @Test(
    "a journal of another installation is never sent, wherever an erasure stops", arguments: 1...40)
  func foreign(changes: Int) async {
    let (one, other) = (MemoryInstallRecord(), MemoryInstallRecord())
    let silent = RecordingDestination()
    silent.isOffline = true
    for (installs, name) in [(one, "Of one"), (other, "Of the other")] {
      let analytics = start(as: installs, silent)
      analytics.track(name)
      await analytics.close(flushingForSeconds: 0)
    }
    await erase(as: one, changes: changes)
    let server = RecordingDestination()
    let later = start(as: one, server)
    await later.flush()
    #expect(!events(server).contains("Of the other"))
    await later.close(flushingForSeconds: 0)
  }

  @Test("a journal whose owner is unknown is never sent", arguments: 1...40)
  func unknown(changes: Int) async {
    let (one, other) = (MemoryInstallRecord(), MemoryInstallRecord())
    let silent = RecordingDestination()
    silent.isOffline = true
    for (installs, name) in [(one, "Of one"), (other, "Of the other")] {
      let analytics = start(as: installs, silent)
      analytics.track(name)
      await analytics.close(flushingForSeconds: 0)
    }
    await erase(as: other, changes: changes)
    let server = RecordingDestination()
    let later = start(as: nil, server)
    await later.flush()
    #expect(!events(server).contains("Of one"))
    await later.close(flushingForSeconds: 0)
  }

  @Test(
    "a folder with any name does not disturb an erasure",
    arguments: ["erased-18446744073709551615", "erased-007", "erased-+7", "erased-", "erased-x"])
  func names(name: String) async throws {
    let server = RecordingDestination()
    let first = start(as: MemoryInstallRecord(), server)
    first.track("needle-77aa")
    let path = "/test/shop/\(name)/log/x"
    let file = try storage.files.open(path, .create)
    storage.files.close(file)
    try await first.erase()
    first.track("After")
    await first.flush()
    await first.close()
    let names = try storage.files.list("/test/shop")
    #expect(!names.contains { $0.hasPrefix("erased-") }, "\(names)")
  }

  @Test(
    "a directory that is not a folder is not used, which is logged",
    arguments: ["data:", "https://x.example/a"])
  func noFolder(text: String) async {
    var configuration = Configuration(destinations: [RecordingDestination()])
    let codes = Locked<[String]>([])
    configuration.diagnostics = { line in codes.withLock { $0.append(line.code) } }
    configuration.directory = URL(string: text)
    configuration = configuration.testing(clock: clock, storage: storage)
    let analytics = Analytics(configuration)
    analytics.track("x")
    #expect(codes.withLock { $0 }.contains("configuration.directory"))
    let names = (try? storage.files.list("/")) ?? []
    #expect(!names.contains { $0.hasPrefix("key-") }, "\(names)")
    #expect(!((try? storage.files.list("")) ?? []).contains { $0.hasPrefix("key-") })
    await analytics.close()
  }
}
