import Cairn

/// Remembers what came, in order, and wakes those who wait for more of it.
package final class Log<Item: Sendable>: Sendable {
  private typealias IsEnough = @Sendable ([Item]) -> Bool

  private struct State {
    var items: [Item] = []
    var nextID = 0
    var waiters: [Int: (isEnough: IsEnough, wake: CheckedContinuation<Void, Never>)] = [:]
    var cancelled: Set<Int> = []

    /// Those who have waited for what there is now.
    mutating func served() -> [CheckedContinuation<Void, Never>] {
      let due = waiters.filter { $0.value.isEnough(items) }
      for id in due.keys { waiters[id] = nil }
      return due.values.map(\.wake)
    }
  }

  private let state = Locked(State())

  package init() {}

  package var items: [Item] { state.withLock { $0.items } }

  /// Its place.
  @discardableResult
  package func append(_ item: Item) -> Int {
    change { items in
      items.append(item)
      return items.count - 1
    }
  }

  /// Changes what came; wakes those for whom it is enough now.
  func change<Result: Sendable>(_ body: @Sendable (inout [Item]) -> Result) -> Result {
    let (result, served) = state.withLock { state in
      let result = body(&state.items)
      return (result, state.served())
    }
    for waiter in served { waiter.resume() }
    return result
  }

  func removeAll() { state.withLock { $0.items = [] } }

  /// Returns what there is as soon as it is enough, or when the task is cancelled.
  package func items(when isEnough: @escaping @Sendable ([Item]) -> Bool) async -> [Item] {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { wake in enqueue(id, isEnough, wake) }
    } onCancel: {
      cancel(id)
    }
    return items
  }

  private func enqueue(
    _ id: Int, _ isEnough: @escaping IsEnough, _ wake: CheckedContinuation<Void, Never>
  ) {
    let waits = state.withLock { state in
      if state.cancelled.remove(id) != nil || isEnough(state.items) { return false }
      state.waiters[id] = (isEnough, wake)
      return true
    }
    if !waits { wake.resume() }
  }

  private func cancel(_ id: Int) {
    let waiter = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: id)
      if waiter == nil { state.cancelled.insert(id) }
      return waiter?.wake
    }
    waiter?.resume()
  }
}
