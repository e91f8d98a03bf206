/// What one input may cost at most.
struct InputLimit: Sendable {
  /// Milliseconds of the processor, with the sanitizer: other processes on the machine do not count.
  ///
  /// libFuzzer's own limit is in whole seconds by the clock on the wall. It remains for what never ends.
  var milliseconds = 250

  /// Bytes that are allocated at the same time.
  var bytes = 16 << 20
}
