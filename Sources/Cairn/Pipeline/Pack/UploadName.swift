/// One handing over of a batch to the system's uploader.
package struct UploadName: Hashable, Sendable {
  package let key: BatchKey
  /// Tells the handings over of a batch apart; drawn by lot.
  package let number: UInt64

  package init(key: BatchKey, number: UInt64) {
    self.key = key
    self.number = number
  }

  /// Nil when the text is no `description`.
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
