/// A destination with a queue of its own, such as one that passes events to another SDK.
///
/// Conform to this protocol in addition to `Destination` if `deliver` returns before the events
/// have reached the service. Cairn counts such events as delivered; it does not know whether the
/// other SDK keeps the events that its queue still holds after a flush. A destination in front of
/// another one has to pass `flush` on.
public protocol FlushableDestination: Destination {
  /// Sends what the queue contains.
  ///
  /// It is called at the end of `Analytics.flush()`, also the one in `close()`, and when the app
  /// has entered the background, after the waiting events were delivered to this destination, or an
  /// attempt has failed. If it runs already then, it is called once more when it has ended. As long
  /// as the destination stays added, one call is made at a time, on no particular thread; `deliver`
  /// may run meanwhile. It is not called while consent for the destination is denied or pending: a
  /// denial cancels its task. After 20 seconds its task is cancelled as well, and callers no longer
  /// wait for it. The background time of the app may end earlier. An `Analytics.flush()` within
  /// it does not wait for it.
  func flush() async
}
