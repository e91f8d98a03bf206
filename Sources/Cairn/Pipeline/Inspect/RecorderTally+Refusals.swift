extension RecorderTally {
  /// Calls that were not recorded, by reason.
  package var refusals: [Refusal: UInt64] {
    Dictionary(refused.map { (Refusal(rawValue: $0.key), $0.value) }, uniquingKeysWith: +)
  }
}
