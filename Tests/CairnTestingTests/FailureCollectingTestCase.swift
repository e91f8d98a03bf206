import Foundation
import XCTest

/// A test case whose failures can be collected instead of recorded.
class FailureCollectingTestCase: XCTestCase {
  /// The failures, which are collected while this is not nil.
  var failures: [(text: String, file: String, line: Int)]?

  #if canImport(Darwin)
  override func record(_ issue: XCTIssue) {
    guard failures != nil else { return super.record(issue) }
    let location = issue.sourceCodeContext.location
    failures?.append(
      (issue.compactDescription, location?.fileURL.path ?? "", location?.lineNumber ?? 0))
  }
  #else
  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    guard failures != nil else {
      return super.recordFailure(
        withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }
    failures?.append((description, filePath, lineNumber))
  }
  #endif
}
