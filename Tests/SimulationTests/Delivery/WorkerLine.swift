import Cairn

/// A delivery with the parts of its worker: an alarm, a threshold, an inbox.
final class WorkerLine {
  enum Order {
    case upload(BackgroundUpload)
    case look(UploadTaskLabel)
  }

  let place: Int
  private(set) var delivery: DeliveryDriver
  let threshold: EventThreshold
  private let inbox = Mailbox<DeliveryDriver.Input>()
  private(set) var alarm: MonotonicTime?
  /// The orders to the system, in order; a program that dies first has not given them.
  private var orders: [Order] = []
  /// The batch of the request in progress.
  private(set) var waiting: Batch?
  /// Whether a caller waits for a flush.
  private(set) var isFlushed = true

  init(_ place: Int, _ delivery: DeliveryDriver, _ uploads: BackgroundUploadManager? = nil) {
    self.place = place
    self.delivery = delivery
    threshold = EventThreshold { [inbox] in inbox.put(.appended) }
    delivery.circuit.listen(delivery.client) { [inbox] in inbox.put(.unbarred) }
    uploads?.listen(delivery.store.name) { [inbox] in inbox.put(.uploaded($0)) }
  }

  var name: String { delivery.store.name }
  var isIdle: Bool { waiting == nil && delivery.machine.phase != .delivering }

  func nextInput() -> DeliveryDriver.Input? { inbox.take() }

  /// Handles an input; returns the batch to send now, if any.
  func handle(_ input: DeliveryDriver.Input) -> Batch? {
    switch input {
    case .flush: isFlushed = false
    case .outcome: waiting = nil
    case .tick: alarm = nil
    default: break
    }
    var batch: Batch?
    for effect in delivery.handle(input) {
      switch effect {
      case .deliver(let next): batch = next
      case .upload(let upload): orders.append(.upload(upload))
      case .lookForUpload(let label): orders.append(.look(label))
      case .worker(.wake(let time)): alarm = time
      case .worker(.arm(let count)):
        threshold.arm(after: count - delivery.pending, from: threshold.mark)
      case .worker(.armAfter(let count)): threshold.arm(after: count)
      case .worker(.finishFlush): isFlushed = true
      case .cancel: waiting = nil
      }
    }
    delivery.prepareNext()
    if delivery.machine.nextAttempt == nil { alarm = nil }
    if let batch { waiting = batch }
    return batch
  }

  /// Handles the server's response to the request in progress; returns the batch to send now, if
  /// any.
  @discardableResult
  func answer(_ outcome: Outcome) -> Batch? {
    waiting.flatMap { handle(.outcome(outcome, of: $0.key)) }
  }

  func takeOrders() -> [Order] {
    defer { orders = [] }
    return orders
  }

  func put(_ input: DeliveryDriver.Input) { inbox.put(input) }

  /// Ends the request without a response.
  func hangUp() { waiting = nil }
}

/// A queue of received items, in order.
final class Mailbox<Item: Sendable>: Sendable {
  private let items = Locked<[Item]>([])

  var all: [Item] { items.withLock { $0 } }

  func put(_ item: Item) { items.withLock { $0.append(item) } }

  func take() -> Item? { items.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}
