import CairnContent
import Foundation
import Testing

@Suite struct VisibilityTests {
  static let window = CGRect(x: 0, y: 0, width: 400, height: 800)

  @Test(
    "the visible share of a frame, its share of the window and its depth are computed",
    arguments: [
      (
        CGRect(x: 0, y: 0, width: 400, height: 400),
        ContentVisibility(fraction: 1, coverage: 0.5, depth: 1)
      ),
      (
        CGRect(x: 0, y: 600, width: 400, height: 400),
        ContentVisibility(fraction: 0.5, coverage: 0.25, depth: 0.5)
      ),
      (
        CGRect(x: 0, y: -300, width: 400, height: 400),
        ContentVisibility(fraction: 0.25, coverage: 0.125, depth: 1)
      ),
      (
        CGRect(x: -300, y: 0, width: 400, height: 800),
        ContentVisibility(fraction: 0.25, coverage: 0.25, depth: 1)
      ),
      (
        CGRect(x: 0, y: -800, width: 400, height: 3_200),
        ContentVisibility(fraction: 0.25, coverage: 1, depth: 0.5)
      ),
      (CGRect(x: 0, y: 800, width: 400, height: 400), .none),
      (CGRect(x: 0, y: 900, width: 400, height: 400), .none),
      (CGRect(x: 10, y: 10, width: 0, height: 0), .none), (.null, .none), (.infinite, .none),
    ] as [(CGRect, ContentVisibility)])
  func frames(frame: CGRect, visibility: ContentVisibility) {
    #expect(ContentVisibility(of: frame, in: Self.window) == visibility)
  }

  @Test("in an unbounded window the whole frame is visible")
  func unbounded() {
    let visibility = ContentVisibility(of: Self.window, in: .infinite)
    #expect(visibility == ContentVisibility(fraction: 1, coverage: visibility.coverage, depth: 1))
    #expect(ContentVisibility(of: Self.window, in: .null) == .none)
  }

  @Test("shares are from 0 to 1, and a value that is not a number is 0")
  func bounds() {
    #expect(
      ContentVisibility(fraction: 7, coverage: -1, depth: .nan)
        == ContentVisibility(fraction: 1, coverage: 0, depth: 0))
    #expect(ContentVisibility(fraction: .nan) == .none)
  }
}
