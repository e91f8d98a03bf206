import Cairn

/// One destination of a program, and the batch without a response of its server.
struct DeliveryLine {
  private(set) var delivery: DeliveryDriver
  private(set) var waiting: Batch?

  init(_ delivery: DeliveryDriver) { self.delivery = delivery }

  var pending: Int { delivery.pending }

  /// Handles an input; returns the batch to send now, if any.
  mutating func handle(_ input: DeliveryDriver.Input) -> Batch? {
    if case .outcome = input { waiting = nil }
    for effect in delivery.handle(input) {
      if case .deliver(let batch) = effect { waiting = batch }
    }
    delivery.prepareNext()
    return waiting
  }
}
