extension String {
  /// Returns the text with spaces after it, at least as wide as `width`.
  func aligned(_ width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  /// Returns the text with spaces before it, at least as wide as `width`.
  func alignedRight(_ width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }
}
