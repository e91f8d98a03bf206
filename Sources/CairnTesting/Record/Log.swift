import Cairn

/// Stores items in order, and wakes tasks that wait for more of them.
package final class Log<Item: Sendable>: Sendable {
  private typealias IsEnough = @Sendable ([Item]) -> Bool

  private struct State {
    var items: [Item] = []
    var nextID = 0
    var waiters: [Int: (isEnough: IsEnough, wake: CheckedContinuation<Void, Never>)] = [:]
    var cancelled: Set<Int> = []

    /// Removes and returns the waiters whose condition is met.
    mutating func served() -> [CheckedContinuation<Void, Never>] {
      let due = waiters.filter { $0.value.isEnough(items) }
      for id in due.keys { waiters[id] = nil }
      return due.values.map(\.wake)
    }
  }

  private let state = Locked(State())

  package init() {}

  package var items: [Item] { state.withLock { $0.items } }

  /// Appends an item and returns its index.
  @discardableResult
  package func append(_ item: Item) -> Int {
    change { items in
      items.append(item)
      return items.count - 1
    }
  }

  /// Changes the items, and wakes the waiters whose condition is met.
  func change<Result: Sendable>(_ body: @Sendable (inout [Item]) -> Result) -> Result {
    let (result, served) = state.withLock { state in
      let result = body(&state.items)
      return (result, state.served())
    }
    for waiter in served { waiter.resume() }
    return result
  }

  func removeAll() { state.withLock { $0.items = [] } }

  /// Returns the items as soon as the condition is met, or when the task is cancelled.
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
