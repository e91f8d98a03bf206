import Cairn
import CairnContent
import CairnTesting
import CrashSupport
import Foundation
import Testing

/// Writers of interactions on the real disk, one after the other in one folder, each killed at a
/// disk call or during a request, and a network that accepts requests with or without a response.
@Suite struct ContentManyKillsTests {
  #if DEBUG
  static let kills = 10
  #else
  static let kills = 200
  #endif

  private struct Network: HTTPTransport {
    let sent: SentBodies
    let chance: SeededRandomness

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let roll = chance.next() % 8
      if roll == 0 { return HTTPResponse(status: 503) }
      try sent.append(request.body)
      if roll == 1 { killThisProcess() }
      if roll == 2 { throw URLError(.networkConnectionLost) }
      return HTTPResponse(status: 200)
    }
  }

  /// Short waits, so that each life makes attempts.
  private static let retry = RetryPolicy(firstDelay: 0.01, maximumDelay: 0.01)

  private static func live(_ path: String, _ life: Int) async throws {
    let chance = SeededRandomness(seed: UInt64(life))
    let last = Int(chance.next() % 500)
    let files = FaultyFileSystem(PosixFileSystem()) { call in
      if call.number > last { killThisProcess() }
      return .none
    }
    let network = Network(sent: SentBodies(path: path + "/sent"), chance: chance)
    let content = ContentEraseKillTests.launch(path, network, files: files, retry: Self.retry)
    let returned = SentBodies(path: path + "/returned")
    for number in 1...10_000 {
      let mark = "m\(life)n\(number)"
      // The marks contradict each other, so that an event lists all interactions that it counts.
      let id = content.trackAsset(
        "asset \(number % 3)", number.isMultiple(of: 4) ? .click : .view,
        extras: ["mark": .string(mark)])
      if id != nil { try returned.append(Array(mark.utf8)) }
      if number.isMultiple(of: 7) { await content.analytics.flush() }
    }
    killThisProcess()
  }

  @Test(
    "killed in life after life, writers of interactions have each counted once",
    .timeLimit(.minutes(60)))
  func kills() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    for life in 1...Self.kills {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = scratch.path as String, life = life as Int] in
        try await Self.live(path, life)
      }
    }
    let network = RecordingTransport()
    let content = ContentEraseKillTests.launch(scratch.path, network, retry: Self.retry)
    let analytics = content.analytics
    // After several deaths in a row during a request, not even a flush makes an attempt for a
    // moment.
    #expect(
      await eventually {
        await analytics.flush()
        return analytics.ledger().destinations.map(\.pending) == [0]
      })
    await content.analytics.close()

    let sent = SentBodies(path: scratch.path + "/sent").all + network.requests.map { Data($0.body) }
    var events: [String: SentBodies.Event] = [:]
    var counted: [String: Int] = [:]
    var repeated = 0
    for event in sent.flatMap(SentBodies.events) {
      if let first = events.updateValue(event, forKey: event.id) {
        #expect(first == event)
        repeated += 1
        continue
      }
      let marks = event.text.matches(of: /m\d+n\d+/).map { String($0.0) }
      #expect(event.views + event.clicks == marks.count)
      for mark in marks { counted[mark, default: 0] += 1 }
    }
    let returned = Set(
      SentBodies(path: scratch.path + "/returned").all.map { String(decoding: $0, as: UTF8.self) })
    #expect(returned.subtracting(counted.keys) == [])
    #expect(counted.filter { $0.value > 1 } == [:])
    // The last call of a life may be stored without having returned.
    let others = Set(counted.keys).subtracting(returned)
    #expect(Set(others.map { $0.prefix { $0 != "n" } }).count == others.count)
    #expect(returned.count > Self.kills)
    #expect(repeated > 0)
  }
}
