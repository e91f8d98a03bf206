extension RecorderTally {
  /// The number of refused calls by reason.
  package var refusals: [RecordingFailure: UInt64] {
    Dictionary(refused.map { (RecordingFailure(rawValue: $0.key), $0.value) }, uniquingKeysWith: +)
  }
}
