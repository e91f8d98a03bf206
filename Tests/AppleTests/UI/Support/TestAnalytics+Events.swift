import Cairn
import CairnTesting
import Testing

extension TestAnalytics {
  /// The recorded interactions in order: the action, the content and the location, or the time in
  /// view.
  var interactions: [String] {
    events.filter { $0.kind == .interaction }.map { event in
      let properties = event.properties
      var what = properties["type"]?.text ?? ""
      if case .object(let measures)? = properties["measures"], properties["type"] == nil {
        what = "\(measures["dwellMilliseconds"]?.text ?? "") ms"
      }
      let place = properties["location"].map { " @\($0.text)" } ?? ""
      return "\(what) \(properties["key"]?.text ?? "")\(place)"
    }
  }
}

extension Value {
  fileprivate var text: String {
    switch self {
    case .string(let text): text
    case .int(let number): "\(number)"
    default: "\(self)"
    }
  }
}

extension TestAnalytics {
  /// Expects these events in this order and no others.
  func expectOnly(_ events: ExpectedEvent..., at place: SourceLocation = #_sourceLocation) {
    let failure = recorded.failure(expectingOnly: events)
    #expect(failure == nil, "\(failure ?? "")", sourceLocation: place)
  }
}
