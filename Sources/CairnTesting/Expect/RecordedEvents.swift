public import Cairn

/// The recorded events, with descriptions of their differences from expected ones.
///
/// `TestAnalytics.recorded` creates one. Each `failure` is nil when the events are as expected.
/// Otherwise it is a text of several lines: what was expected, the most similar events with their
/// differences, and all recorded events. Use it to report to test frameworks that
/// `CairnExpectations` does not support.
public struct RecordedEvents: Sendable {
  /// The events, in order.
  public let events: [Event]
  /// The number of refused calls, by reason; failure texts list them.
  public let refused: [RecordingFailure: UInt64]

  /// Creates a value from recorded events, in order.
  public init(_ events: [Event], refused: [RecordingFailure: UInt64] = [:]) {
    self.events = events
    self.refused = refused
  }

  /// Returns the events that are as expected, in order.
  public func matches(_ expected: ExpectedEvent) -> [Event] { events.filter(expected.matches) }

  /// Returns nil if the event was recorded `count` times, or at least once if `count` is nil;
  /// otherwise the failure text.
  public func failure(expecting expected: ExpectedEvent, count: Int? = nil) -> String? {
    let places = places(of: expected)
    if count.map({ places.count == $0 }) ?? !places.isEmpty { return nil }
    let wanted = count.map { ", \(Self.times($0))" } ?? ""
    let found = places.isEmpty ? "it was not recorded" : "it was recorded \(times(places))"
    let nearest = (count ?? 1) > places.count ? nearest(expected, except: places) : []
    return text("expected \(expected)\(wanted); \(found)", nearest)
  }

  /// Returns nil if no such event was recorded; otherwise the failure text.
  public func failure(expectingNo expected: ExpectedEvent) -> String? {
    let places = places(of: expected)
    if places.isEmpty { return nil }
    return text("expected no \(expected); it was recorded \(times(places))")
  }

  /// Returns nil if no event was recorded; otherwise the failure text.
  public func failureExpectingNothing() -> String? {
    if events.isEmpty { return nil }
    return text("expected that nothing is recorded")
  }

  /// Returns nil if these events were recorded in this order, possibly with others between them;
  /// otherwise the failure text.
  public func failure(expectingInOrder expected: [ExpectedEvent]) -> String? {
    var next = 0
    for (number, event) in expected.enumerated() {
      guard let place = events[next...].firstIndex(where: event.matches) else {
        return text(
          "expected in order: \(Self.list(expected)); \(missing(event, number, after: next))",
          nearest(event, except: places(of: event)))
      }
      next = place + 1
    }
    return nil
  }

  /// Returns nil if exactly these events were recorded in this order; otherwise the failure text.
  public func failure(expectingOnly expected: [ExpectedEvent]) -> String? {
    let first = zip(events, expected).enumerated().first { !$1.1.matches($1.0) }?.offset
    if first == nil, events.count == expected.count { return nil }
    let place = first ?? min(events.count, expected.count)
    let wanted = place < expected.count ? "\(expected[place])" : "the end"
    let found = place < events.count ? EventText.event(events[place]) : "the end"
    return text(
      "expected these and no others: \(Self.list(expected)); at \(place + 1), \(found) instead of \(wanted)"
    )
  }

  private func places(of expected: ExpectedEvent) -> [Int] {
    events.indices.filter { expected.matches(events[$0]) }
  }

  private func missing(_ event: ExpectedEvent, _ number: Int, after next: Int) -> String {
    let place = next == 0 ? "there is no" : "after event \(next) there is no"
    let before = events[..<next].lastIndex(where: event.matches)
    return "\(place) \(event)" + (before.map { ", but event \($0 + 1) is one" } ?? "")
  }
}

extension RecordedEvents {
  /// The maximum number of listed events.
  private static let longestList = 50

  private func text(_ problem: String, _ nearest: [String] = []) -> String {
    ([problem + "."] + nearest + list() + refusals()).joined(separator: "\n")
  }

  private func nearest(_ expected: ExpectedEvent, except places: [Int]) -> [String] {
    let search = NearestEvents(expected)
    let near = search.places(in: events).filter { !places.contains($0) }
    let lines = near.flatMap { place in
      ["  \(line(place))"] + search.differences(events[place]).map { "       \($0)" }
    }
    return lines.isEmpty ? [] : ["Nearest:"] + lines
  }

  private func list() -> [String] {
    if events.isEmpty { return ["Nothing was recorded."] }
    let lines = events.indices.prefix(Self.longestList).map { "  \(line($0))" }
    let rest = events.count - lines.count
    return ["Recorded, in order:"] + lines + (rest > 0 ? ["  and \(rest) more"] : [])
  }

  private func refusals() -> [String] {
    refused.sorted { $0.key.rawValue < $1.key.rawValue }.map { refusal, count in
      "Not recorded: \(count), because \(refusal.explanation) (\(refusal.rawValue))."
    }
  }

  private func line(_ place: Int) -> String { "\(place + 1). \(EventText.event(events[place]))" }

  private func times(_ places: [Int]) -> String {
    let numbers = places.map { "\($0 + 1)" }.joined(separator: ", ")
    return "\(Self.times(places.count)), as \(places.count == 1 ? "event" : "events") \(numbers)"
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  private static func list(_ expected: [ExpectedEvent]) -> String {
    expected.isEmpty ? "none" : expected.map(\.description).joined(separator: ", then ")
  }
}
