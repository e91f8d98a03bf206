import Cairn
import CairnExpectations
import XCTest

/// The failures that XCTest receives.
final class ExpectationXCTests: XCTestCase {
  private let testing = TestAnalytics()
  /// The expected failures, which are collected here and not recorded.
  private var failures: [(text: String, file: String, line: Int)]?

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

  func testAnExpectationThatIsMetSaysNothing() {
    testing.analytics.track("A", ["n": 1])
    XCTAssertEqual(testing.expectTracked("A", ["n": 1])?.name, "A")
    testing.expectNotTracked("B")
  }

  func testAnExpectationThatIsNotMetFailsTheTestAtItsLine() {
    testing.analytics.track("A", ["n": 1])
    failures = []
    let line = #line + 1
    testing.expectTracked("A", ["n": 2])
    let failures = failures ?? []
    self.failures = nil
    XCTAssertEqual(failures.map(\.line), [line])
    XCTAssertEqual(failures.map(\.file), ["\(#filePath)"])
    XCTAssertTrue(failures[0].text.contains("n: 1 instead of 2"), failures[0].text)
  }
}
