import Cairn
import CairnExperiments
import CairnTesting
import Foundation
import Testing

/// A change that has returned survives SIGKILL.
@Suite struct VisitorKillTests {
  /// Writes a number to the pipe after each change; the process dies at a given call to the disk.
  private static func work(in path: String, dyingAt step: Int) {
    let files = FaultyFileSystem(PosixFileSystem()) { call in
      if call.number == step { kill(getpid(), SIGKILL) }
      return .none
    }
    let store = VisitorStore(folder(path, files))
    guard let log = FileHandle(forWritingAtPath: path + "/returned") else { return }
    log.seekToEndOfFile()
    for number in 1...30 {
      store.put("visitor-\(number)", String(repeating: "x", count: 4_000))
      store.change("counter") { $0.goals.insert("\(number)") }
      log.write(Data("\(number)\n".utf8))
    }
    kill(getpid(), SIGKILL)
  }

  private static func folder(_ path: String, _ files: any FileSystem) -> UserDataFolder {
    let diagnostics = Diagnostics { _ in }
    let consents = ConsentStore(
      path, files: InMemoryFileSystem(), standard: .granted, diagnostics: diagnostics)
    return UserDataFolder(
      path + "/visitors", files: files, clock: SystemClock(), randomness: SystemRandomness(),
      consents: consents, diagnostics: diagnostics)
  }

  @Test("a process that is killed at any call to the disk has lost no change that returned")
  func killed() async throws {
    let path = NSTemporaryDirectory() + "cairn-visitors-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    var steps: [Int] = Array(1...25)
    steps += stride(from: 31, to: 181, by: 15)
    for step in steps + [.max] {
      let name = "\(path)/\(step)"
      try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: true)
      _ = FileManager.default.createFile(atPath: name + "/returned", contents: nil)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [name = name as String, step = step as Int] in
        VisitorKillTests.work(in: name, dyingAt: step)
      }
      let returned = try String(contentsOfFile: name + "/returned", encoding: .utf8)
        .split(separator: "\n").count
      let store = VisitorStore(Self.folder(name, PosixFileSystem()))
      let goals = store.state(of: "counter").goals
      #expect(goals == Set((1...30).prefix(goals.count).map { "\($0)" }))
      #expect(goals.count == returned || goals.count == returned + 1, "\(step)")
      for number in 0..<returned {
        #expect(store.variation("visitor-\(number + 1)")?.count == 4_000)
      }
      if step == .max { #expect(returned == 30) }
    }
  }
}
