extension RecorderTally {
  /// The number of refused calls by reason.
  package var refusals: [Refusal: UInt64] {
    Dictionary(refused.map { (Refusal(rawValue: $0.key), $0.value) }, uniquingKeysWith: +)
  }
}
