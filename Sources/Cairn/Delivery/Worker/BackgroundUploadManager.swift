/// The uploads of an instance at the system, and the listeners for their responses.
package final class BackgroundUploadManager: Sendable {
  private typealias Listener = @Sendable (UploadName) -> Void

  private let uploader: any BackgroundUploader
  private let destinations: String
  private let files: any FileSystem
  private let clock: any Clock
  private let listeners = Locked<[String: Listener]>([:])

  /// Creates the manager; `destinations` is the folder of all destinations.
  package init(
    _ uploader: any BackgroundUploader, destinations: String, files: any FileSystem,
    clock: any Clock
  ) {
    self.uploader = uploader
    self.destinations = destinations
    self.files = files
    self.clock = clock
    uploader.listen { [weak self] label, answer in self?.keep(answer, label) }
  }

  /// Sets the closure that is called when the response to a batch of this destination is stored.
  package func listen(_ destination: String, _ listener: @escaping @Sendable (UploadName) -> Void) {
    listeners.withLock { $0[destination] = listener }
  }

  package func upload(_ upload: BackgroundUpload) { uploader.upload(upload) }

  package func cancel(_ label: UploadTaskLabel) { uploader.cancel(label.description) }

  /// Cancels all uploads of this instance.
  package func cancelAll() { uploader.cancelAll() }

  /// Cancels the uploads of a destination.
  package func cancel(_ destination: String) {
    // The names cannot be read now, so all uploads are cancelled; permitted ones are handed over
    // again.
    guard let names = store(destination).names else { return cancelAll() }
    for name in names { cancel(UploadTaskLabel(destination: destination, name: name)) }
  }

  /// Returns whether the system still has the upload.
  ///
  /// Uploads whose response is no longer needed, for example after a kill of the process, are
  /// cancelled too.
  nonisolated(nonsending) package func isUnderWay(_ label: UploadTaskLabel) async -> Bool {
    let labels = await uploader.outstanding()
    for other in labels where !isAwaited(other) { uploader.cancel(other) }
    return labels.contains(label.description)
  }

  /// Sets the closure to call when all events for which the system has woken the app are stored.
  package func whenEventsAreTold(_ handler: @escaping @Sendable () -> Void) {
    uploader.whenEventsAreTold(handler)
  }

  package func close() { uploader.close() }

  private func isAwaited(_ text: String) -> Bool {
    UploadTaskLabel(text).map { store($0.destination).isAwaited($0.name) } ?? false
  }

  /// Stores the response before the listener is called, because the system may forget it after this
  /// call.
  private func keep(_ answer: UploadAnswer, _ text: String) {
    guard let label = UploadTaskLabel(text) else { return }
    let kept = StoredUploadResponse(answer, at: clock.now().wall)
    guard store(label.destination).keep(kept, label.name) else { return }
    listeners.withLock { $0[label.destination] }?(label.name)
  }

  private func store(_ destination: String) -> BackgroundUploadStore {
    BackgroundUploadStore(directory: "\(destinations)/\(destination)", files: files)
  }
}
