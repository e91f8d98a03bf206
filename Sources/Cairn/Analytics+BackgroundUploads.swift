extension Analytics {
  /// The name of the session with which the system delivers while the app is suspended or dead:
  /// `<bundle identifier>.cairn.<instance>.background-upload`.
  ///
  /// The instance is ``Configuration/instance``, or made from the write key: so no two instances take each other's
  /// session. For SwiftUI's `backgroundTask(.urlSession(_:))`. Empty when the SDK could not start.
  public var backgroundSessionIdentifier: String { engine?.sessionIdentifier ?? "" }

  /// Takes in what the system has delivered while the app was suspended or dead.
  ///
  /// Call it from `application(_:handleEventsForBackgroundURLSession:completionHandler:)`. It is optional: an app that
  /// never does loses nothing, and learns what was delivered when it next runs. With it the next batch is given to the
  /// system at once, and need not wait for that.
  ///
  /// - Parameters:
  ///   - identifier: The session's name, as the system gave it.
  ///   - completionHandler: What the system gave. It is called on the main queue when all answers are written down and
  ///     what follows is handed over.
  /// - Returns: False when the session is not this instance's: the handler is not kept, and for somebody else to call.
  public func handleEventsForBackgroundURLSession(
    identifier: String, completionHandler: @escaping @Sendable () -> Void
  ) -> Bool {
    engine?.handleEvents(of: identifier, completionHandler) ?? false
  }
}
