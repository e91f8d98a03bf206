import Cairn
import CairnTesting

/// All readable events in the journal of a disk, settled or not.
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

  /// Returns the scan without the events at these positions.
  func without(_ places: SettledPositions) -> JournalScan {
    var rest = self
    rest.events.removeAll { places.contains($0.position) }
    return rest
  }

  var all: Set<Int> { Set(events.map(\.number)) }

  /// Returns the events for a destination, according to the journal.
  func numbers(for name: String) -> Set<Int> {
    let reader = Audience(destination: name)
    return Set(events.filter { $0.audience ?? reader == reader }.map(\.number))
  }
}
