extension String {
  /// At least so wide, with spaces behind.
  func aligned(_ width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  /// At least so wide, with spaces before.
  func alignedRight(_ width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }
}
