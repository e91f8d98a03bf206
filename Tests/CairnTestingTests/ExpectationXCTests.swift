import Cairn
import CairnExpectations
import XCTest

/// The failures that XCTest receives.
final class ExpectationXCTests: FailureCollectingTestCase {
  private let testing = TestAnalytics()

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
