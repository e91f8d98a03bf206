/// Types that the process has not used yet.
///
/// Swift's runtime makes each of them while it holds locks that a child of `fork(2)` inherits
/// locked.
enum NewType {
  /// Makes the type with this number, and those that it consists of.
  static func make(_ number: Int) { make(number + 1, of: Never.self) }

  private static func make<Element>(_ number: Int, of type: Element.Type) {
    // The last type is never an array: numbers with other leading digits have other types.
    guard number > 1 else { return }
    if number.isMultiple(of: 2) {
      make(number / 2, of: [Element].self)
    } else {
      make(number / 2, of: Element?.self)
    }
  }
}
