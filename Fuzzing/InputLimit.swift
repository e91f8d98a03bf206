/// The maximum cost of one input.
struct InputLimit: Sendable {
  /// The processor time in milliseconds, with the sanitizer: other processes on the machine do not
  /// count.
  ///
  /// libFuzzer's own limit is in whole seconds of elapsed time. It remains for inputs that never
  /// end.
  var milliseconds = 250

  /// The number of bytes that are allocated at the same time.
  var bytes = 16 << 20
}
