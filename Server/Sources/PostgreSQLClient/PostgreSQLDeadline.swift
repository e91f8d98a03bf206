import CLibPQ
import Dispatch

/// Asks a server to cancel what a connection does, after a time.
final class PostgreSQLDeadline {
  private let queue = DispatchQueue(label: "cairn.postgresql.deadline")
  private let cancel: OpaquePointer?
  private let item: DispatchWorkItem

  init(_ handle: OpaquePointer, after limit: Duration) {
    cancel = PQgetCancel(handle)
    // Sendable: any thread may use it, and it is freed when the item has ended.
    nonisolated(unsafe) let cancel = cancel
    item = DispatchWorkItem {
      var message = [CChar](repeating: 0, count: 256)
      _ = PQcancel(cancel, &message, Int32(message.count))
    }
    let milliseconds = Int(limit / .milliseconds(1))
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds), execute: item)
  }

  func end() {
    item.cancel()
    // It may be in progress.
    queue.sync {}
    PQfreeCancel(cancel)
  }
}
