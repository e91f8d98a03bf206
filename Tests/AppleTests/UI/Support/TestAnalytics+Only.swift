import CairnTesting
import Testing

extension TestAnalytics {
  /// Expects these events in this order and no others.
  func expectOnly(_ events: ExpectedEvent..., at place: SourceLocation = #_sourceLocation) {
    let failure = recorded.failure(expectingOnly: events)
    #expect(failure == nil, "\(failure ?? "")", sourceLocation: place)
  }
}
