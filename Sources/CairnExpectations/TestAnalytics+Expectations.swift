@_exported public import CairnTesting
public import Cairn

/// Expectations for Swift Testing and for XCTest: they fail the test that runs, at the line where they stand.
///
/// The last four parameters say where that is: leave them out, or pass them on from a helper of your own. A failure says
/// what was expected, what comes nearest to it and in what it differs, and all that was recorded. Nobody waits: an event
/// is seen as soon as the call that recorded it has returned. May be called from any thread.
extension TestAnalytics {
  /// Expects that an event of this name was tracked.
  ///
  /// With `properties`, that it has these; with `matching: .exactly`, that it has no others. With `count`, that there are
  /// so many such events; by default there is at least one. Returns the first of them, to look further into it; nil when
  /// there is none.
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

  /// Expects that a screen of this name was seen; otherwise as `expectTracked`.
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

  /// Expects that the user was identified so; otherwise as `expectTracked`.
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

  /// Expects that the user was said to belong to this group; otherwise as `expectTracked`.
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

  /// Expects that the user was given this identifier by `alias`; returns the first such event.
  @discardableResult
  public func expectAliased(
    _ newID: String, count: Int? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Event? {
    expect(
      .alias(newID), count: count, CallSite(fileID, filePath, line, column))
  }

  /// Expects these events in this order; others may lie between them.
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

  /// Expects that no event of this name, with these properties if there are any, was tracked.
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

  /// Expects that nothing at all was recorded.
  public func expectNothingTracked(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    CallSite(fileID, filePath, line, column).check(recorded.failureExpectingNothing())
  }

  private func expect(_ expected: ExpectedEvent, count: Int? = nil, _ site: CallSite) -> Event? {
    let recorded = recorded
    site.check(recorded.failure(expecting: expected, count: count))
    return recorded.matches(expected).first
  }
}

extension CallSite {
  fileprivate func check(_ failure: String?) { if let failure { fail(failure) } }
}
