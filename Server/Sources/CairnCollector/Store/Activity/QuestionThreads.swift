import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The threads on which a store answers questions: few, and of low priority.
///
/// A question can compute for a tenth of a second and longer. The threads of tasks are as many as
/// processors, so that a few questions on them would delay all requests, also those that store
/// events. Their number also limits the memory that all questions use together.
final class QuestionThreads: Sendable {
  /// The number of questions that are answered at a time.
  static let count = 2
  /// The maximum number of questions that wait; the endpoints admit fewer.
  static let maxWaiting = 64

  private let queue = QuestionQueue()
  private let hasBegun = Locked(false)

  deinit { queue.end() }

  /// Does the work on one of the threads, whose number it gets: 0 up to `count`.
  ///
  /// Nothing is done, or not to the end, when the client of the request has left.
  ///
  /// - Throws: `StoreFailure.unavailable` when too many questions wait, and after `stop()`;
  ///   `StoreFailure.questionAbandoned` when the client has left.
  func run<Result: Sendable>(
    _ work: @escaping @Sendable (Int) throws -> Result
  ) async throws -> Result {
    begin()
    let connection = RequestConnection.current
    return try await withCheckedThrowingContinuation { continuation in
      let isAdded = queue.add { thread in
        continuation.resume(
          with: Swift.Result {
            guard let thread else { throw Self.stopped }
            return try RequestConnection.$current.withValue(connection) {
              try Self.checkEnd()
              return try work(thread)
            }
          })
      }
      if !isAdded { continuation.resume(throwing: Self.refused) }
    }
  }

  /// Ends the threads: questions that wait fail at once, those in progress at their next part.
  ///
  /// Returns when no question is in progress.
  func stop() {
    queue.end()
    queue.waitUntilEnded()
  }

  private func begin() {
    let isFirst = hasBegun.withLock { hasBegun in
      defer { hasBegun = true }
      return !hasBegun
    }
    guard isFirst else { return }
    for number in 0..<Self.count {
      let thread = Thread { [queue] in
        Self.lowerPriority()
        queue.work(number)
      }
      thread.name = "cairn.questions"
      // It has an effect on Apple's systems only.
      thread.qualityOfService = .utility
      queue.add(thread)
      thread.start()
    }
  }

  /// Throws when the question is to end because the store is closed, or its client has left.
  static func checkEnd() throws {
    if Thread.current.isCancelled { throw stopped }
    if RequestConnection.current?.hasClient == false { throw StoreFailure.questionAbandoned }
  }

  // On Linux a priority belongs to a thread, and 0 means the caller. With 10, storing has nine
  // times the share of a processor that both need.
  private static func lowerPriority() {
    #if canImport(Glibc)
    _ = setpriority(.init(PRIO_PROCESS.rawValue), 0, 10)
    #elseif canImport(Musl)
    _ = setpriority(PRIO_PROCESS, 0, 10)
    #endif
  }

  private static let stopped = StoreFailure.unavailable("the store is closed")
  private static let refused = StoreFailure.unavailable("too many questions wait for an answer")
}

/// The questions that wait, in order, and the threads that take them.
// Sendable: the variables are used only while `condition` is locked.
private final class QuestionQueue: @unchecked Sendable {
  /// Does the work on the thread with this number; nil when it is not done any more.
  typealias Job = @Sendable (Int?) -> Void

  private let condition = NSCondition()
  private var waiting: [Job] = []
  private var threads: [Thread] = []
  private var working = 0
  private var hasEnded = false

  func add(_ thread: Thread) {
    condition.lock()
    defer { condition.unlock() }
    threads.append(thread)
    if hasEnded { thread.cancel() }
  }

  /// Returns whether the job was added.
  func add(_ job: @escaping Job) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    guard !hasEnded, waiting.count < QuestionThreads.maxWaiting else { return false }
    waiting.append(job)
    condition.signal()
    return true
  }

  /// Does jobs until the end.
  func work(_ number: Int) {
    while let job = next() {
      job(number)
      condition.lock()
      working -= 1
      condition.broadcast()
      condition.unlock()
    }
  }

  private func next() -> Job? {
    condition.lock()
    defer { condition.unlock() }
    while waiting.isEmpty, !hasEnded { condition.wait() }
    guard !hasEnded else { return nil }
    working += 1
    return waiting.removeFirst()
  }

  func end() {
    condition.lock()
    hasEnded = true
    let rest = waiting
    waiting = []
    for thread in threads { thread.cancel() }
    condition.broadcast()
    condition.unlock()
    for job in rest { job(nil) }
  }

  func waitUntilEnded() {
    condition.lock()
    defer { condition.unlock() }
    while working > 0 { condition.wait() }
  }
}
