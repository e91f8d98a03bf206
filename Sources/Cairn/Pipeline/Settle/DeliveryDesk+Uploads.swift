/// A batch that is with the system's uploader: a file beside its sealed body says so, and a second one what came of it.
extension DeliveryDesk {
  /// Writes what the system is to send of the batch under way.
  package mutating func handOver(_ body: [UInt8], number: UInt64) throws(FileError) -> UploadName? {
    guard let key = cursor.inFlight?.key else { return nil }
    let name = UploadName(key: key, number: number)
    try place.uploads.write(body, name, sync: syncs)
    upload = name
    return name
  }

  /// Where the file of an upload is.
  package func path(of upload: UploadName) -> String { place.uploads.path(upload) }

  /// What came of the batch that was handed over, if that is known.
  package var uploadAnswer: KeptAnswer? { upload.flatMap(place.uploads.answer) }

  /// From now on the batch is nobody's but ours.
  package mutating func forgetUpload() {
    guard let name = upload else { return }
    place.uploads.remove(name)
    upload = nil
  }
}
