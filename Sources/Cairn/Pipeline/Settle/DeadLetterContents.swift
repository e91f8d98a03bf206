/// What lies among the dead letters of a destination.
package struct DeadLetterContents: Sendable {
  /// In the order in which they were refused.
  ///
  /// After a crash one event may be there twice, under one identifier.
  package private(set) var letters: [DeadLetter] = []
  /// Letters that can be read no more.
  package private(set) var damaged: [PositionRange] = []
  /// How many are of a kind that this version does not know.
  package private(set) var unknown = 0
  /// How many are encrypted, and nobody has the key.
  package private(set) var sealed = 0
  /// Why something could not be read now; nil when all was.
  package private(set) var failure: FileError?

  init() {}

  init(_ journal: Journal, after settled: SettledSet) {
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

  /// How many events they are.
  package var events: Int { Set(letters.map(\.id)).count }
}
