/// What an instance has given to the system's uploader, and who waits for what comes of it.
package final class Uploads: Sendable {
  private typealias Listener = @Sendable (UploadName) -> Void

  private let uploader: any BackgroundUploader
  private let destinations: String
  private let files: any FileSystem
  private let clock: any Clock
  private let listeners = Locked<[String: Listener]>([:])

  /// `destinations`: the folder of all destinations.
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

  /// Calls when the answer to a batch of this destination is written down.
  package func listen(_ destination: String, _ listener: @escaping @Sendable (UploadName) -> Void) {
    listeners.withLock { $0[destination] = listener }
  }

  package func upload(_ upload: BackgroundUpload) { uploader.upload(upload) }

  package func cancel(_ label: UploadLabel) { uploader.cancel(label.description) }

  /// Nothing of this instance is to arrive any more.
  package func cancelAll() { uploader.cancelAll() }

  /// What was handed over for a destination is to arrive no more.
  package func cancel(_ destination: String) {
    // It cannot be read now which uploads those are: all are cancelled, and those that may be sent are handed over again.
    guard let names = store(destination).names else { return cancelAll() }
    for name in names { cancel(UploadLabel(destination: destination, name: name)) }
  }

  /// Whether the system still has it.
  ///
  /// What nobody waits for any more, because the process died over it, is taken back by the way.
  nonisolated(nonsending) package func isUnderWay(_ label: UploadLabel) async -> Bool {
    let labels = await uploader.outstanding()
    for other in labels where !isAwaited(other) { uploader.cancel(other) }
    return labels.contains(label.description)
  }

  /// Calls when all that the system has woken the app for is written down.
  package func whenEventsAreTold(_ handler: @escaping @Sendable () -> Void) {
    uploader.whenEventsAreTold(handler)
  }

  package func close() { uploader.close() }

  private func isAwaited(_ text: String) -> Bool {
    UploadLabel(text).map { store($0.destination).isAwaited($0.name) } ?? false
  }

  /// First on the disk: whoever told it may forget it then.
  private func keep(_ answer: UploadAnswer, _ text: String) {
    guard let label = UploadLabel(text) else { return }
    let kept = KeptAnswer(answer, at: clock.now().wall)
    guard store(label.destination).keep(kept, label.name) else { return }
    listeners.withLock { $0[label.destination] }?(label.name)
  }

  private func store(_ destination: String) -> UploadStore {
    UploadStore(directory: "\(destinations)/\(destination)", files: files)
  }
}
