extension [Int64] {
  /// The element in the middle, or of an even number the mean of the two in the middle, rounded
  /// down; nil without elements.
  var median: Int64? {
    guard !isEmpty else { return nil }
    var elements = self
    let upper = elements.select(count / 2)
    guard count.isMultiple(of: 2) else { return upper }
    // None of those before the middle is greater.
    let lower = elements[..<(count / 2)].max() ?? upper
    return lower + (upper - lower) / 2
  }

  /// Returns the element with this place in the order, and leaves no greater one before that place.
  ///
  /// Its time grows with the number of elements, which sorting exceeds: quickselect by C. A. R.
  /// Hoare, "Algorithm 65: find", with a random pivot.
  private mutating func select(_ place: Int) -> Int64 {
    var (low, high) = (0, count - 1)
    while low < high {
      let pivot = self[Int.random(in: low...high)]
      var (left, right) = (low, high)
      while left <= right {
        while self[left] < pivot { left += 1 }
        while self[right] > pivot { right -= 1 }
        guard left <= right else { break }
        swapAt(left, right)
        left += 1
        right -= 1
      }
      if place > right, place < left { break }
      if place <= right { high = right } else { low = left }
    }
    return self[place]
  }
}
