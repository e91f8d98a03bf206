import Cairn
import CairnTesting

/// All that can be read in the journal of a disk, whoever is done with it.
struct JournalScan {
  private(set) var segments: [SegmentSummary] = []
  private(set) var events: [(position: Position, number: Int, audience: Audience?)] = []

  init(_ image: DiskImage) {
    let process = SimulatedDisk(image).makeProcess()
    let journal = try? Journal(
      directory: Launch.log, files: process, clock: ManualClock(),
      randomness: SeededRandomness(seed: 1))
    guard let journal else { return }
    segments = journal.segments()
    var events = self.events
    var reader = JournalReader(journal)
    reader.read(after: SettledPositions()) { item in
      if case .event(let position, let payload, _) = item,
        let event = StoredEvent(payload, at: position),
        let number = SimulatedServer.number(event.json)
      {
        events.append((position, number, event.audience))
      }
      return true
    }
    self.events = events
  }

  /// Without the events at these places.
  func without(_ places: SettledPositions) -> JournalScan {
    var rest = self
    rest.events.removeAll { places.contains($0.position) }
    return rest
  }

  var all: Set<Int> { Set(events.map(\.number)) }

  /// Those that are for a destination, as far as the journal says.
  func numbers(for name: String) -> Set<Int> {
    let reader = Audience(destination: name)
    return Set(events.filter { $0.audience ?? reader == reader }.map(\.number))
  }
}
