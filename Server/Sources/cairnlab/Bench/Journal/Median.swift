extension Array where Element: Comparable {
  /// The one in the middle of an odd number; of an even number the greater of the two.
  var median: Element? { isEmpty ? nil : sorted()[count / 2] }
}
