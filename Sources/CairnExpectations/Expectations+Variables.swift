public import Cairn

/// Expectations with properties and traits from variables, as `Analytics.track` takes them.
extension TestAnalytics {
  /// Expects that an event of this name was tracked, with properties from variables; otherwise like
  /// `expectTracked` with values.
  @_disfavoredOverload
  @discardableResult
  public func expectTracked(
    _ name: String, _ properties: [String: (any PropertyValue)?],
    matching: PropertyMatching = .subset, count: Int? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Event? {
    expect(
      .track(name, properties, matching: matching), count: count,
      CallSite(fileID, filePath, line, column))
  }

  /// Expects that this typed event was tracked, with all its properties; it may have others, such
  /// as super properties.
  ///
  /// Otherwise like `expectTracked` with a name.
  @discardableResult
  public func expectTracked<Typed: TypedEvent>(
    _ event: Typed, matching: PropertyMatching = .subset, count: Int? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Event? {
    expect(
      .track(Typed.name, event.properties, matching: matching), count: count,
      CallSite(fileID, filePath, line, column))
  }

  /// Expects that a screen of this name was recorded, with properties from variables; otherwise
  /// like `expectTracked`.
  @_disfavoredOverload
  @discardableResult
  public func expectScreen(
    _ name: String, _ properties: [String: (any PropertyValue)?],
    matching: PropertyMatching = .subset, count: Int? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Event? {
    expect(
      .screen(name, properties, matching: matching), count: count,
      CallSite(fileID, filePath, line, column))
  }

  /// Expects that the user was identified with these traits from variables; otherwise like
  /// `expectTracked`.
  @_disfavoredOverload
  @discardableResult
  public func expectIdentified(
    _ userID: String, traits: [String: (any PropertyValue)?],
    matching: PropertyMatching = .subset, count: Int? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Event? {
    expect(
      .identify(userID, traits: traits, matching: matching), count: count,
      CallSite(fileID, filePath, line, column))
  }

  /// Expects that the user was assigned to this group, with traits from variables; otherwise like
  /// `expectTracked`.
  @_disfavoredOverload
  @discardableResult
  public func expectGrouped(
    _ groupID: String, traits: [String: (any PropertyValue)?],
    matching: PropertyMatching = .subset, count: Int? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Event? {
    expect(
      .group(groupID, traits: traits, matching: matching), count: count,
      CallSite(fileID, filePath, line, column))
  }

  /// Expects that no event with this name and these properties from variables was tracked.
  @_disfavoredOverload
  public func expectNotTracked(
    _ name: String, _ properties: [String: (any PropertyValue)?],
    matching: PropertyMatching = .subset,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    expectNone(
      .track(name, properties, matching: matching), fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}
