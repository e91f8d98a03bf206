@_exported public import CairnTesting
public import Cairn

/// Expectations for Swift Testing and XCTest, which fail the current test at the line of the call.
///
/// Omit the last four parameters, which are the location of the call, or pass them on from your own
/// helper. A failure has the expected event, the most similar events with their differences, and
/// all recorded events. Expectations do not wait: an event is visible as soon as the call that
/// recorded it has returned. Can be called from any thread.
extension TestAnalytics {
  /// Expects that an event of this name was tracked.
  ///
  /// With `properties`, the event must have these; with `matching: .exactly`, it must have no
  /// others. With `count`, there must be that number of such events; by default at least one.
  /// Returns the first of them, for further checks; nil when there is none.
  @discardableResult
  public func expectTracked(
    _ name: String, _ properties: [String: Value] = [:],
    matching: PropertyMatching = .subset, count: Int? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Event? {
    expect(
      .track(name, properties, matching: matching), count: count,
      CallSite(fileID, filePath, line, column))
  }

  /// Expects that a screen of this name was recorded; otherwise like `expectTracked`.
  @discardableResult
  public func expectScreen(
    _ name: String, _ properties: [String: Value] = [:],
    matching: PropertyMatching = .subset, count: Int? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Event? {
    expect(
      .screen(name, properties, matching: matching), count: count,
      CallSite(fileID, filePath, line, column))
  }

  /// Expects that the user was identified with these traits; otherwise like `expectTracked`.
  @discardableResult
  public func expectIdentified(
    _ userID: String, traits: [String: Value] = [:],
    matching: PropertyMatching = .subset, count: Int? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Event? {
    expect(
      .identify(userID, traits: traits, matching: matching), count: count,
      CallSite(fileID, filePath, line, column))
  }

  /// Expects that these traits were recorded of the current user, who may have no identifier, as
  /// `Analytics.identify(traits:)` does; otherwise like `expectTracked`.
  @discardableResult
  public func expectIdentified(
    traits: [String: Value], matching: PropertyMatching = .subset, count: Int? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Event? {
    expect(
      .identify(analytics.userID ?? analytics.anonymousID, traits: traits, matching: matching),
      count: count,
      CallSite(fileID, filePath, line, column))
  }

  /// Expects that the user was assigned to this group; otherwise like `expectTracked`.
  @discardableResult
  public func expectGrouped(
    _ groupID: String, traits: [String: Value] = [:],
    matching: PropertyMatching = .subset, count: Int? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Event? {
    expect(
      .group(groupID, traits: traits, matching: matching), count: count,
      CallSite(fileID, filePath, line, column))
  }

  /// Expects that `alias` was called with this identifier; returns the first such event.
  @discardableResult
  public func expectAliased(
    _ newID: String, count: Int? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Event? {
    expect(
      .alias(newID), count: count, CallSite(fileID, filePath, line, column))
  }

  /// Expects these events in this order; there may be others between them.
  ///
  /// `["Cart Viewed", .screen("Checkout"), .track("Order Completed", ["total": 99])]`
  public func expectTracked(
    inOrder expected: [ExpectedEvent],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    CallSite(fileID, filePath, line, column).check(recorded.failure(expectingInOrder: expected))
  }

  /// Expects these events in this order and no others.
  public func expectTracked(
    only expected: [ExpectedEvent],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    CallSite(fileID, filePath, line, column).check(recorded.failure(expectingOnly: expected))
  }

  /// Expects that no event with this name was tracked; if `properties` is not empty, none with this
  /// name and these properties.
  public func expectNotTracked(
    _ name: String, _ properties: [String: Value] = [:],
    matching: PropertyMatching = .subset,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    CallSite(fileID, filePath, line, column).check(
      recorded.failure(expectingNo: .track(name, properties, matching: matching)))
  }

  /// Expects that there is no such event, of whatever kind.
  public func expectNone(
    _ expected: ExpectedEvent,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    CallSite(fileID, filePath, line, column).check(recorded.failure(expectingNo: expected))
  }

  /// Expects that no event was recorded.
  public func expectNothingTracked(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    CallSite(fileID, filePath, line, column).check(recorded.failureExpectingNothing())
  }

  func expect(_ expected: ExpectedEvent, count: Int? = nil, _ site: CallSite) -> Event? {
    let recorded = recorded
    site.check(recorded.failure(expecting: expected, count: count))
    return recorded.matches(expected).first
  }
}

extension CallSite {
  fileprivate func check(_ failure: String?) { if let failure { fail(failure) } }
}

extension DestinationConformance {
  /// Expects that the destination passes all checks; otherwise fails the current test with the
  /// report.
  ///
  /// Omit the last four parameters; they are the location of the call.
  ///
  /// - Returns: The report, for further checks.
  @discardableResult
  public func expectConformance(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> ConformanceReport {
    let report = await run()
    if !report.passes { CallSite(fileID, filePath, line, column).fail("\(report)") }
    return report
  }
}
