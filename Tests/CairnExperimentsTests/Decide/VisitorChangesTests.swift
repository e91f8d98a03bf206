import CairnExperiments
import Testing

@Suite struct VisitorChangesTests {
  @Test("a decision without a variation changes no state")
  func nothing() {
    var state = VisitorState()
    Decision("cart", reason: .unknownExperience).store(in: &state)
    #expect(state == VisitorState())
  }
}
