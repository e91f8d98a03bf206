import CairnExperiments
import Testing

@Suite struct VisitorChangesTests {
  @Test("a decision for nothing stores nothing")
  func nothing() {
    var state = VisitorState()
    Decision("cart", reason: .unknownExperience).store(in: &state)
    #expect(state == VisitorState())
  }
}
