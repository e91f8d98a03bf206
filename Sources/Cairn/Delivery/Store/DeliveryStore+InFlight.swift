/// The stored state of attempts.
extension DeliveryStore {
  /// Marks the attempt to send the batch in flight, before it begins.
  package mutating func beginAttempt() {
    if let key = cursor.inFlight?.key { attempts.begin(key) }
  }

  /// Stores the attempts, the end of the pause and its reason for a later launch.
  package mutating func remember(attempts: Int, notBefore: WallTime, pause: BatchPause) {
    guard isAcquired, cursor.inFlight != nil else { return }
    var next = cursor
    next.inFlight?.attempts = UInt32(clamping: attempts)
    next.inFlight?.notBefore = notBefore
    next.inFlight?.pause = pause
    // The commit may fail: without it the batch is sent again a little earlier.
    try? commit(next)
  }
}

/// Hand-over of a batch to the system's uploader: a file beside the sealed body marks it, and a
/// second file stores the response.
extension DeliveryStore {
  /// Writes the file with which the system sends the batch in flight.
  package mutating func handOver(_ body: [UInt8], number: UInt64) throws(FileError) -> UploadName? {
    guard let key = cursor.inFlight?.key else { return nil }
    let name = UploadName(key: key, number: number)
    try place.uploads.write(body, name, sync: syncs)
    upload = name
    return name
  }

  /// Returns the path of an upload's file.
  package func path(of upload: UploadName) -> String { place.uploads.path(upload) }

  /// The response to the batch that was handed over, if it is known.
  package var uploadAnswer: StoredUploadResponse? { upload.flatMap(place.uploads.answer) }

  /// Forgets the upload, so that this process sends the batch itself.
  package mutating func forgetUpload() {
    guard let name = upload else { return }
    place.uploads.remove(name)
    upload = nil
  }
}
