import Foundation
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import CairnCollector

/// A question whose answer waits until the test lets it end.
private final class Gate: Sendable {
  private let condition = NSCondition()
  private let counts = Mutex((now: 0, most: 0, isOpen: false))

  var now: Int { counts.withLock { $0.now } }
  var most: Int { counts.withLock { $0.most } }

  func pass() {
    condition.lock()
    counts.withLock { counts in
      counts.now += 1
      counts.most = max(counts.most, counts.now)
    }
    while !counts.withLock({ $0.isOpen }) { condition.wait() }
    counts.withLock { $0.now -= 1 }
    condition.unlock()
  }

  func open() {
    condition.lock()
    counts.withLock { $0.isOpen = true }
    condition.broadcast()
    condition.unlock()
  }
}

private struct WaitingQuestion: ActivityQuestion {
  let gate: Gate

  /// Returns the priority of the thread.
  func answer(from reader: borrowing some ActivityReader & ~Copyable) throws -> Int {
    gate.pass()
    #if os(Linux)
    return Int(getpriority(.init(PRIO_PROCESS.rawValue), 0))
    #else
    return 10
    #endif
  }
}

/// Reads all parts until the store is closed.
private struct EndlessQuestion: ActivityQuestion {
  let hasBegun: Gate

  func answer(from reader: borrowing some ActivityReader & ~Copyable) throws {
    hasBegun.pass()
    let read = ActivityRead(nil, Timestamp.clamped(.min)..<Timestamp.clamped(.max))
    while true { try reader.eachPart(read, of: "shop") { _ in } }
  }
}

@Suite("Questions have threads of their own")
struct QuestionThreadsTests {
  @Test("while questions compute, events are stored and read", arguments: StoreEngine.installed)
  func storing(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      let store = try #require(scene.store as? any ActivityStore)
      let gate = Gate()
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<20 { group.addTask { try await store.answer(WaitingQuestion(gate: gate)) } }
        try await eventually("questions compute") { gate.now == QuestionThreads.count }
        for number in 0..<30 {
          let result = try await scene.commit([StoreEvents.event("m\(number)")])
          #expect(result == [.stored])
        }
        #expect(try await scene.events(now: true).count <= 30)
        #expect(await store.readiness() == .ready)
        #expect(gate.now == QuestionThreads.count)
        gate.open()
        // Storing has precedence where both need a processor.
        for try await priority in group { #expect(priority == 10) }
        #expect(gate.most == QuestionThreads.count)
      }
    }
  }

  @Test(
    "a question is refused with the reason when too many questions wait",
    arguments: ["/v1/names", "/trends"])
  func refused(path: String) async throws {
    try await TestCollector.run { running in
      let measured = try #require(running.collector.parts.store as? MeasuredEventStore)
      let store = try #require(measured.store as? any ActivityStore)
      let gate = Gate()
      let busy = (0..<QuestionThreads.count).map { _ in
        Task { try await store.answer(WaitingQuestion(gate: gate)) }
      }
      try await eventually("the threads are busy") { gate.now == QuestionThreads.count }
      // Six of a project may wait.
      let askers = try (0..<7).map { _ in try RawConnection(port: running.port) }
      for asker in askers {
        try asker.send(
          "GET \(path)?project=p HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
      }
      try await eventually("one is refused") { askers.contains { $0.hasAnswer() } }
      let isRefused = askers.map { $0.hasAnswer() }
      gate.open()
      let answers = await offThread { askers.map { $0.answer() } }
      for (answer, isRefused) in zip(answers, isRefused) {
        #expect(answer.hasPrefix(isRefused ? "HTTP/1.1 429 " : "HTTP/1.1 200 "))
        #expect(answer.contains("oo many questions are being answered") == isRefused)
        #expect(!answer.contains("commit"))
      }
      #expect(isRefused.count { $0 } == 1)
      for question in busy { _ = try await question.value }
    }
  }

  @Test(
    "a question that waits is cancelled when its client has left", arguments: StoreEngine.installed)
  func abandoned(engine: StoreEngine) async throws {
    let url = engine == .postgresql ? try await PostgreSQLServer.shared?.database() : nil
    try await TestCollector.run {
      if let url { $0.storeURL = url }
    } _: { running in
      let measured = try #require(running.collector.parts.store as? MeasuredEventStore)
      let store = try #require(measured.store as? any ActivityStore)
      #expect(try await running.client.post(Batches.tracks(["m"]), key: "p").status == 200)
      let (gate, connections) = (Gate(), running.collector.parts.connections)
      let busy = (0..<QuestionThreads.count).map { _ in
        Task { try await store.answer(WaitingQuestion(gate: gate)) }
      }
      try await eventually("the threads are busy") { gate.now == QuestionThreads.count }
      let paths = ["/v1/names", "/trends", "/v1/search", "/v1/names"]
      let askers = try paths.map { _ in try RawConnection(port: running.port) }
      for (asker, path) in zip(askers, paths) {
        try asker.send(
          "GET \(path)?project=p HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
      }
      // The last one waits for its answer.
      for asker in askers.dropLast() { asker.closeSending() }
      try await eventually("the clients have left") { connections.withoutClient == 3 }
      gate.open()
      let answers = await offThread { askers.map { $0.answer().prefix(12) } }
      #expect(answers == ["HTTP/1.1 503", "HTTP/1.1 503", "HTTP/1.1 503", "HTTP/1.1 200"])
      for question in busy { _ = try await question.value }
    }
  }

  @Test("a question in progress ends when its client leaves", arguments: StoreEngine.installed)
  func abandonedInProgress(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      let store = try #require(scene.store as? any ActivityStore)
      _ = try await scene.commit([StoreEvents.event("a")])
      let connections = Connections(capacity: 10, logger: .quiet)
      let channel = EmbeddedChannel()
      connections.opened(channel, at: .now())
      let gate = Gate()
      gate.open()
      let connection = RequestConnection(channel: channel, connections: connections)
      let question = RequestConnection.$current.withValue(connection) {
        Task { try await store.answer(EndlessQuestion(hasBegun: gate)) }
      }
      try await eventually("it computes") { gate.most == 1 }
      connections.clientLeft(channel)
      await #expect(throws: StoreFailure.questionAbandoned) { try await question.value }
      connections.closed(channel)
    }
  }

  @Test("the number of questions that wait has a bound")
  func bound() async throws {
    let threads = QuestionThreads()
    let gate = Gate()
    let ask = { @Sendable in (try? await threads.run { _ in gate.pass() }) != nil }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<QuestionThreads.count { group.addTask { await ask() } }
      try await eventually("the threads are busy") { gate.now == QuestionThreads.count }
      for _ in 0..<QuestionThreads.maxWaiting + 3 { group.addTask { await ask() } }
      // Those beyond the bound are refused while the others wait.
      for _ in 0..<3 { #expect(try await group.next() == false) }
      gate.open()
      for try await isAnswered in group { #expect(isAnswered) }
    }
    threads.stop()
    await #expect(throws: StoreFailure.self) { try await threads.run { _ in } }
  }

  @Test("closing a store ends the questions in progress", arguments: StoreEngine.installed)
  func closing(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      let store = try #require(scene.store as? any ActivityStore)
      _ = try await scene.commit([StoreEvents.event("a")])
      let gate = Gate()
      let questions = (0..<4).map { _ in
        Task { try await store.answer(EndlessQuestion(hasBegun: gate)) }
      }
      try await eventually("questions compute") { gate.now == QuestionThreads.count }
      gate.open()
      await offThread { try? store.close() }
      for question in questions {
        await #expect(throws: StoreFailure.self) { try await question.value }
      }
    }
  }
}
