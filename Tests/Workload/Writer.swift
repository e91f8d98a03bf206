import Cairn
import Dispatch
import Foundation

/// The command `write`.
struct Writer {
  private let configuration: Configuration
  private let acks: Channel
  private let run: Int
  private let threads: Int
  private let events: Int
  private let durableEvery: Int
  private let bytes: Int
  private let closes: Bool
  private let waits: Bool
  private let flushEvery: Int
  private let descriptors: Int?
  private let ledger: Channel?

  init(_ arguments: Arguments) throws {
    var destinations: [any Destination] = []
    if arguments.text("requests") != nil {
      destinations = try arguments.logs(losing: try arguments.number("lose-answers", 0))
    }
    var configuration = try arguments.configuration(destinations)
    configuration.flushAt = 20
    configuration.flushInterval = 0.05
    configuration.retry.firstDelay = 0.01
    configuration.retry.maximumDelay = 0.1
    self.configuration = configuration
    acks = try Channel(try arguments.required("acks"))
    run = try arguments.number("run", 1)
    threads = try arguments.number("threads", 4)
    events = try arguments.number("events", 0)
    durableEvery = try arguments.number("durable-every", 0)
    bytes = try arguments.number("bytes", 300)
    closes = arguments.text("close") != "no"
    ledger = try arguments.text("ledger").map { try Channel($0) }
    descriptors = try arguments.text("descriptors").map { _ in
      try arguments.number("descriptors", 0)
    }
    waits = arguments.text("waits") == "yes"
    flushEvery = try arguments.number("flush-every", 0)
  }

  func run() async throws {
    if waits { waitForALine() }
    let analytics = Analytics(configuration)
    guard !analytics.ledger().isInMemory else {
      throw Arguments.Failure(text: "the folder cannot be used")
    }
    var taken: Descriptors?
    if let descriptors { taken = try await Descriptors(leaving: descriptors) }
    await withTaskGroup(of: Void.self) { group in
      for thread in 1...max(1, threads) {
        group.addTask { await onThread { record(thread, analytics) } }
      }
    }
    taken?.giveBack()
    if closes {
      // A flush ends with the first lost response.
      for _ in 0..<100 where !(await analytics.flush().isComplete) {}
      await analytics.close()
    }
    print(analytics.ledger())
    if let ledger { try LedgerReport(analytics.ledger()).write(to: ledger) }
  }

  /// Waits for a line, so that the parent can prepare.
  private func waitForALine() {
    // Foundation reads its tables at first use, and ends the process when it cannot.
    _ = StandardContext.gather()
    print("ready")
    fflush(nil)
    _ = readLine()
  }

  /// Runs work on a real thread, so that several are inside a call at the same time.
  private func onThread(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        work()
        continuation.resume()
      }
    }
  }

  private func record(_ thread: Int, _ analytics: Analytics) {
    var number = 0
    while events == 0 || number < events {
      number += 1
      let event = NumberedEvent(run: run, thread: thread, number: number)
      let waits = durableEvery > 0 && number % durableEvery == 0
      let promise = waits ? recordDurably(event, analytics) : track(event, analytics)
      acks.write("\(promise.rawValue) \(run) \(thread) \(number)")
      if flushEvery > 0, number % flushEvery == 0 { Task.detached { await analytics.flush() } }
    }
  }

  private enum Promise: String, Sendable {
    case stored, durable, refused, unsure
  }

  /// Tracks an event.
  ///
  /// `track` has no result: it was stored if nothing was refused or buffered meanwhile.
  private func track(_ event: NumberedEvent, _ analytics: Analytics) -> Promise {
    let before = analytics.ledger().refused
    analytics.track(NumberedEvent.name, event.properties(most: bytes))
    let after = analytics.ledger()
    guard after.refused == before, after.buffered == 0 else { return .unsure }
    let isDurable = configuration.syncPolicy == .everyEvent && after.storageProblem == nil
    return isDurable ? .durable : .stored
  }

  private func recordDurably(_ event: NumberedEvent, _ analytics: Analytics) -> Promise {
    let promise = Locked(Promise.durable)
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        try await analytics.record(NumberedEvent.name, event.properties(most: bytes))
      } catch let error as AnalyticsError {
        promise.withLock { $0 = Self.promise(error.receipt) }
      } catch {
        promise.withLock { $0 = .unsure }
      }
      done.signal()
    }
    done.wait()
    return promise.withLock { $0 }
  }

  private static func promise(_ receipt: Receipt) -> Promise {
    switch receipt {
    case .stored, .buffered(.notDurable): .stored
    case .buffered: .unsure
    case .refused: .refused
    }
  }
}
