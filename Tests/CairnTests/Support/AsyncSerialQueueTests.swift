import Cairn
import Testing

@Suite struct AsyncSerialQueueTests {
  private final class Count: Sendable {
    private let number = Locked(0)
    var value: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }

  @Test("a queue accepts tens of thousands of waiting tasks, and an urgent one behind them")
  func many() async {
    let queue = AsyncSerialQueue()
    let gate = AsyncStream.makeStream(of: Void.self)
    let done = Count()
    let number = 30_000
    await withTaskGroup(of: Void.self) { group in
      for place in 0..<number {
        group.addTask(priority: place == number - 1 ? .high : .background) {
          await queue.pass {
            if place == 0 { for await _ in gate.stream {} }
            done.add()
          }
        }
      }
      gate.continuation.finish()
    }
    #expect(done.value == number)
  }

  @Test("the work of a task that is cancelled while it waits is done nevertheless")
  func cancelled() async {
    let queue = AsyncSerialQueue()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await queue.pass { Task.isCancelled }
    }
    #expect(await !task.value)
  }
}
