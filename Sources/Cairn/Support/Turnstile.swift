/// Lets asynchronous work through one at a time, in the order in which it came.
package final class Turnstile: Sendable {
  private let last = Locked<Task<Void, Never>?>(nil)

  package init() {}

  package func pass<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async
    -> Result
  {
    let turn = last.withLock { last in
      let before = last
      let turn = Task {
        await before?.value
        return await work()
      }
      last = Task { _ = await turn.value }
      return turn
    }
    return await turn.value
  }
}
