public import CairnTesting

extension DestinationConformance {
  /// Expects that the destination passes all checks; fails the test that runs with the report.
  ///
  /// The last four parameters say where that is: leave them out.
  ///
  /// - Returns: The report, to look further into it.
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
