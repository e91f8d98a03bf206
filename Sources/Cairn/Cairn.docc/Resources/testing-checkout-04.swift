import Cairn

final class Checkout {
  private let analytics: Analytics

  init(analytics: Analytics) { self.analytics = analytics }

  func open() { analytics.screen("Checkout") }

  func cancel() { analytics.track("Checkout Cancelled") }

  func complete(total: Double, currency: String) {
    analytics.track("Order Completed", ["total": total, "currency": currency])
    Task { [analytics] in
      await Task.yield()  // stands for the printer
      analytics.track("Receipt Printed")
    }
  }
}
