extension Array where Element: Comparable {
  /// The middle element; the greater of the two for an even number of elements.
  var median: Element? { isEmpty ? nil : sorted()[count / 2] }
}
