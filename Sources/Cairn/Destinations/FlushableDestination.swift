/// A destination with a queue of its own, such as one that passes events to another SDK.
///
/// Conform to this protocol in addition to `Destination` if `deliver` returns before the events
/// have reached the service. For Cairn they are delivered then; what the queue still holds after a
/// flush is kept by the other SDK, or not. A destination in front of another one has to pass
/// `flush` on.
public protocol FlushableDestination: Destination {
  /// Sends what the queue contains.
  ///
  /// It is called at the end of `Analytics.flush()`, also the one in `close()`, and when the app
  /// has entered the background, after the waiting events were delivered to this destination, or an
  /// attempt has failed. If it runs already then, it is called once more when it has ended. As long
  /// as the destination stays added, one call is made at a time, on no particular thread; `deliver`
  /// may run meanwhile. It is not called while consent for the destination is denied or pending: a
  /// denial cancels its task. After 20 seconds its task is cancelled as well, and nobody waits for
  /// it any longer. The background time of the app may end earlier. An `Analytics.flush()` within
  /// it does not wait for it.
  func flush() async
}
