/// The contents of a destination's dead letters.
package struct DeadLetterContents: Sendable {
  /// The letters, in the order of rejection.
  ///
  /// After a crash one event may be present twice, with the same identifier.
  package private(set) var letters: [DeadLetter] = []
  /// The letters that can no longer be read.
  package private(set) var damaged: [PositionRange] = []
  /// The number of letters of a kind that this version does not know.
  package private(set) var unknown = 0
  /// The number of letters that are encrypted and cannot be decrypted.
  package private(set) var sealed = 0
  /// The error because of which some letters could not be read now; nil when all were read.
  package private(set) var failure: FileError?

  init() {}

  init(_ journal: Journal, after settled: SettledPositions) {
    var contents = DeadLetterContents()
    var reader = JournalReader(journal)
    reader.read(after: settled) { item in
      contents.take(item)
      return true
    }
    self = contents
    failure = reader.failure
  }

  private mutating func take(_ item: JournalReader.Item) {
    switch item {
    case .damaged(let range): damaged.append(range)
    case .event(let position, let payload, _):
      if let letter = DeadLetter(payload, at: position) {
        letters.append(letter)
      } else if EventRecord(payload)?.isSealed == true {
        sealed += 1
      } else {
        unknown += 1
      }
    }
  }

  /// The number of distinct events.
  package var events: Int { Set(letters.map(\.id)).count }
}
