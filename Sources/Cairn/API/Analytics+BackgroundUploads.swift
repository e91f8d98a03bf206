extension Analytics {
  /// The identifier of the system's background `URLSession` that this instance uses:
  /// `<bundle identifier>.cairn.<instance>.background-upload`.
  ///
  /// The `<instance>` part is ``Configuration/instance``, or is derived from the write key, so two
  /// instances never share a session. Pass it to SwiftUI's `backgroundTask(.urlSession(_:))`. The
  /// value is empty when the SDK could not start.
  public var backgroundSessionIdentifier: String { engine?.sessionIdentifier ?? "" }

  /// Processes the responses to uploads that the system completed while the app was suspended or
  /// terminated.
  ///
  /// Call it from `application(_:handleEventsForBackgroundURLSession:completionHandler:)`. The call
  /// is optional. An app that does not make it loses no events: the results are processed at the
  /// next launch. With the call, the next batch is handed to the system immediately instead of at
  /// the next launch.
  ///
  /// - Parameters:
  ///   - identifier: The session identifier that the system passed.
  ///   - completionHandler: The completion handler that the system passed. It is called on the main
  ///     queue after all responses are stored and the next batches are handed to the system.
  /// - Returns: False when the session does not belong to this instance. The handler is then not
  ///   retained, and the caller must call it.
  @MainActor
  public func handleEventsForBackgroundURLSession(
    identifier: String, completionHandler: @escaping () -> Void
  ) -> Bool {
    // Sendable: it is called on the main queue only.
    nonisolated(unsafe) let handler = completionHandler
    return engine?.handleEvents(of: identifier) { handler() } ?? false
  }

  /// Processes the responses to uploads that the system completed while the app was suspended or
  /// terminated; returns when they are stored and the next batches are handed to the system.
  ///
  /// Call it in SwiftUI's `backgroundTask(.urlSession(_:))`. It can be called on any thread.
  ///
  /// - Parameter identifier: The session identifier.
  /// - Returns: False, at once, when the session does not belong to this instance.
  @discardableResult
  public func handleEventsForBackgroundURLSession(identifier: String) async -> Bool {
    await withCheckedContinuation { done in
      let isOurs = engine?.handleEvents(of: identifier) { done.resume(returning: true) } ?? false
      if !isOurs { done.resume(returning: false) }
    }
  }
}
