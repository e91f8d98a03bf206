import Cairn
import CairnExpectations
import Testing

/// The issues that Swift Testing receives.
@Suite struct ExpectationTests {
  let testing = TestAnalytics()

  /// Returns whether the issue is a failure of an expectation at this line.
  func isFailure(_ issue: Issue, _ start: String, line: Int) -> Bool {
    issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.line == line
      && issue.comments.first?.rawValue.hasPrefix(start) == true
  }

  @Test("an expectation that is met reports nothing and returns the event")
  func met() {
    testing.analytics.identify("user-1", traits: ["plan": "pro"])
    testing.analytics.group("acme")
    testing.analytics.alias("user-2")
    testing.expectIdentified("user-1", traits: ["plan": "pro"], matching: .exactly, count: 1)
    testing.expectGrouped("acme")
    #expect(testing.expectAliased("user-2")?.userID == "user-2")
    testing.expectNone(.screen("user-1"))
    testing.expectTracked(only: [.identify("user-1"), .group("acme"), .alias("user-2")])
  }

  @Test("properties and traits from variables, and typed events, are expected as they are recorded")
  func variables() {
    struct Opened: TypedEvent, Encodable {
      static let name = "Opened"
      var screen: String
      var depth: Int?
    }
    let (code, amount, none): (String, Double, Int?) = ("A-1", 9.5, nil)
    let analytics = testing.analytics
    analytics.track("Coupon Used", ["code": code, "amount": amount, "none": none])
    analytics.screen("Cart", ["code": code])
    analytics.identify(traits: ["theme": "dark", "code": code])
    analytics.identify("user-1", traits: ["code": code, "amount": amount])
    analytics.group("acme", traits: ["code": code, "amount": amount])
    analytics.track(Opened(screen: "home", depth: 2))
    testing.expectTracked("Coupon Used", ["code": code, "amount": amount, "none": none])
    testing.expectScreen("Cart", ["code": code, "none": nil], count: 0)
    testing.expectScreen("Cart", ["code": code])
    testing.expectIdentified("user-1", traits: ["code": code, "amount": amount])
    testing.expectGrouped("acme", traits: ["code": code, "amount": amount])
    testing.expectNotTracked("Coupon Used", ["code": code, "amount": amount + 1])
    testing.expectTracked(Opened(screen: "home", depth: 2))
    testing.expectTracked(Opened(screen: "home"))
    testing.expectTracked(inOrder: [
      .track("Coupon Used", ["code": code, "amount": amount]), .screen("Cart", ["code": code]),
      .identify("user-1", traits: ["code": code, "amount": amount]),
      .group("acme", traits: ["code": code, "amount": amount]),
    ])
    withKnownIssue { testing.expectTracked(Opened(screen: "home", depth: 3)) }
    withKnownIssue { testing.expectTracked("Coupon Used", ["code": code, "amount": amount + 1]) }
  }

  @Test("traits of the current user are expected with its identifier and without one")
  func currentUser() {
    testing.analytics.identify(traits: ["theme": "dark"])
    testing.expectIdentified(traits: ["theme": "dark"])
    testing.analytics.identify("user-1")
    withKnownIssue { testing.expectIdentified(traits: ["theme": "dark"]) }
    testing.analytics.identify(traits: ["theme": "light"])
    testing.expectIdentified(traits: ["theme": "light"])
  }

  @Test("an event that is missing fails the test, at the expectation, with the nearest one")
  func missing() {
    testing.analytics.track("Order Completed", ["total": 98])
    let text = """
      expected track "Order Completed" with total: 99; it was not recorded.
      Nearest:
        1. track "Order Completed" [total: 98]
             total: 98 instead of 99
      Recorded, in order:
        1. track "Order Completed" [total: 98]
      """
    let line = #line + 2
    withKnownIssue {
      testing.expectTracked("Order Completed", ["total": 99])
    } matching: { issue in
      isFailure(issue, text, line: line) && issue.comments.first?.rawValue == text
    }
  }

  @Test(
    "each expectation that is not met fails the test once, at its line",
    arguments: 0..<9)
  func unmet(number: Int) {
    testing.analytics.track("A")
    let first = #line + 3
    withKnownIssue {
      switch number {
      case 0: testing.expectScreen("A")
      case 1: testing.expectIdentified("A")
      case 2: testing.expectGrouped("A")
      case 3: testing.expectAliased("A")
      case 4: testing.expectTracked(inOrder: ["A", "A"])
      case 5: testing.expectTracked(only: [])
      case 6: testing.expectNotTracked("A")
      case 7: testing.expectNone("A")
      default: testing.expectNothingTracked()
      }
    } matching: { issue in
      isFailure(issue, "expected ", line: first + number)
    }
  }
}
