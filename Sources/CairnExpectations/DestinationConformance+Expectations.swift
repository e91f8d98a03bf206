public import CairnTesting

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
