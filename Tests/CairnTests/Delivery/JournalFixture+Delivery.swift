import Cairn
import CairnTesting

extension JournalFixture {
  /// Starts a delivery of the events of a journal.
  func startDelivery(to destination: any Destination, from journal: Journal) -> DeliveryDriver {
    let folder = "/dest/\(destination.name)"
    let place = DestinationFolder(
      folder, files: files, journal: journal,
      reclaimer: Reclaimer(journal, destinations: "/dest", files: files),
      deadLetters: DeadLetterStore(
        directory: folder + "/dead", files: files, clock: clock, randomness: randomness),
      ballast: Ballast("/ballast", files: files))
    var delivery = DeliveryDriver(
      destination: destination,
      store: DeliveryStore(destination.name, place, syncs: false, keys: BatchKeys(randomness)),
      machine: DeliveryMachine(flushAt: 20, flushInterval: 2_000, retry: RetryPolicy()),
      journal: journal, clock: clock, randomness: randomness, diagnostics: Diagnostics { _ in })
    _ = delivery.handle(.started)
    return delivery
  }

  /// Records an event with this name.
  func record(_ name: String, in journal: Journal) {
    var ids = EventIDGenerator(randomness)
    let moment = clock.now()
    var buffer = OutputBuffer(capacity: 128)
    buffer.appendZeros(RecordHeader.headerSize)
    EventRecord(id: ids.next(wall: moment.wall), kind: .track, time: moment.wall)
      .writeHeader(into: &buffer)
    buffer.append(Array(#"{"event":"\#(name)"}"#.utf8))
    _ = journal.append(&buffer, at: moment)
  }
}
