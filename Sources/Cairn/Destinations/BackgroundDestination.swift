/// A destination to which the system can deliver while the app is suspended or not running.
///
/// Conform to this protocol in addition to `Destination` if `deliver` sends a batch as one HTTP
/// request and reads its response. When the app is about to be suspended, the SDK gives the request
/// to the system, with its body as a file, and the system sends it. When the app runs again, the
/// SDK processes the response as if `deliver` had received it. Both methods are called on no
/// particular thread, and must not wait.
public protocol BackgroundDestination: Destination {
  /// Returns the complete request that delivers a batch, with the key and all that `deliver` would
  /// send.
  ///
  /// The batch must be delivered by this request alone, without a further request that depends on
  /// its response. Return nil for a batch that needs several requests or none, or that cannot be
  /// sent now; the SDK delivers it when the app runs again.
  func request(for batch: Batch) -> HTTPRequest?

  /// Returns the outcome of a response to that request.
  ///
  /// The response may be old: `Batch.milliseconds` is the time at which it arrived, and relative
  /// times in the response start at that time.
  func outcome(of response: HTTPResponse, for batch: Batch) -> Outcome
}
