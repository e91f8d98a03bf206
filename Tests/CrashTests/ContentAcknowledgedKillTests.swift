import Cairn
import CairnContent
import CairnTesting
import CrashSupport
import Foundation
import Testing

/// A process that is killed directly after the network has acknowledged the interactions.
@Suite struct ContentAcknowledgedKillTests {
  private struct Network: HTTPTransport {
    let sent: SentBodies
    let answered: @Sendable () -> Void

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      try sent.append(request.body)
      answered()
      return HTTPResponse(status: 200)
    }
  }

  /// Delivers, and dies a number of disk calls after the response.
  private static func deliver(_ path: String, dyingAt step: Int) async {
    let left = Locked<Int?>(nil)
    let files = FaultyFileSystem(PosixFileSystem()) { _ in
      let isDue = left.withLock { left in
        left = left.map { $0 - 1 }
        return left == 0
      }
      if isDue { killThisProcess() }
      return .none
    }
    let network = Network(sent: SentBodies(path: path + "/sent")) { left.withLock { $0 = step } }
    let content = ContentEraseKillTests.launch(path, network, files: files)
    for _ in 1...10 { content.trackAssetView("A") }
    await content.analytics.flush()
    left.withLock { $0 = nil }
    _ = FileManager.default.createFile(atPath: path + "/finished", contents: nil)
    killThisProcess()
  }

  @Test("after SIGKILL at any step after the answer the same event is sent again, and counts once")
  func afterTheAnswer() async throws {
    var step = 0
    var isFinished = false
    var again: Set<Int> = []
    while !isFinished {
      step += 1
      let scratch = try Scratch()
      defer { scratch.remove() }
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = scratch.path as String, step = step as Int] in
        await Self.deliver(path, dyingAt: step)
      }
      isFinished = FileManager.default.fileExists(atPath: scratch.path + "/finished")
      let network = RecordingTransport()
      let content = ContentEraseKillTests.launch(scratch.path, network)
      await content.analytics.flush()
      #expect(content.analytics.ledger().destinations.map(\.pending) == [0])
      await content.analytics.close()
      let first = SentBodies(path: scratch.path + "/sent").all.flatMap(SentBodies.events)
      let second = network.requests.flatMap { SentBodies.events(Data($0.body)) }
      #expect(first.map(\.views) == [10], "step \(step)")
      #expect(second.isEmpty || second == first && !isFinished, "step \(step)")
      again.insert(second.count)
      try #require(step < 100)
    }
    #expect(again == [0, 1])
  }
}
