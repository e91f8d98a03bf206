package import Cairn

/// An enricher that gives every event the same context, and the same anonymous identifier if there
/// is one, so that the requests of a destination can be compared.
package struct FixedContext: Enricher {
  /// The context of an app on a phone.
  package static let phone: [String: Value] = [
    "app": ["name": "Shop", "version": "4.1", "build": "1207"],
    "device": ["manufacturer": "Apple", "model": "iPhone17,1", "type": "phone"],
    "os": ["name": "iOS", "version": "19.1.0"], "locale": "de-DE", "timezone": "Europe/Berlin",
    "screen": ["width": 402, "height": 874, "density": 3.0],
    "network": ["wifi": true, "cellular": false],
    "library": ["name": "cairn", "version": "0.1.0"],
    "session": ["id": "01935b6d-f1a4-7c02-8f0b-6c1d2e3f4a5b", "number": 12],
  ]

  private let context: [String: Value]
  private let anonymousID: String?

  package init(_ context: [String: Value], anonymousID: String? = nil) {
    (self.context, self.anonymousID) = (context, anonymousID)
  }

  package func enrich(_ event: inout Event) {
    event.context.merge(context) { $1 }
    event.anonymousID = anonymousID ?? event.anonymousID
  }
}

extension TestAnalytics {
  /// Makes a call of each kind.
  package func recordAllKinds() {
    analytics.track("Order Completed", ["revenue": 39.95, "items": [2], "gift": nil, "paid": true])
    analytics.screen("Checkout", ["type": "sheet", "step": 2])
    analytics.identify("u1", traits: ["plan": "pro"])
    analytics.group("g1", traits: ["seats": 7])
    analytics.alias("u2")
  }

  /// The numbers of adjusted events of all destinations, by reason.
  package var adjusted: [String: Int] {
    analytics.diagnostics.snapshot().destinations.reduce(into: [:]) { $0.merge($1.adjusted) { $1 } }
  }
}
