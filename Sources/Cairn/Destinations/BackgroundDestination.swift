/// A destination that can be delivered to while the app is suspended or dead: a batch is one HTTP request.
///
/// Conform to this in addition to `Destination` where `deliver` sends one request and reads its answer. When the app is
/// about to be suspended the system gets that request, with its body as a file, and sends it by itself; the answer is
/// settled when the app runs again, as that of `deliver` would have been. Both functions are called on no particular
/// thread, and must not wait.
public protocol BackgroundDestination: Destination {
  /// The whole request that delivers a batch: with the key, and all that `deliver` would send. No answer to it may be
  /// needed before the batch is at its destination.
  func request(for batch: Batch) -> HTTPRequest

  /// What an answer to that request means. It may have come long ago: `Batch.milliseconds` is the time at which it came,
  /// and times that it names count from there.
  func outcome(of response: HTTPResponse, for batch: Batch) -> Outcome
}
