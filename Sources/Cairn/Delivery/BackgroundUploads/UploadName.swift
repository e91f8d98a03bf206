/// The name of one hand-over of a batch to the system's uploader.
package struct UploadName: Hashable, Sendable {
  package let key: BatchKey
  /// A random number that distinguishes the hand-overs of a batch.
  package let number: UInt64

  package init(key: BatchKey, number: UInt64) {
    self.key = key
    self.number = number
  }

  /// Parses the text of `description`; nil when the text has another form.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 2, let key = BatchKey(String(parts[0])),
      let number = Hex.value(Substring(parts[1]), as: UInt64.self)
    else { return nil }
    self.init(key: key, number: number)
  }
}

extension UploadName: CustomStringConvertible {
  package var description: String { "\(key)_\(Hex.text(number))" }
}
