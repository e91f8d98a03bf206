import JournalInspection
import ToolSupport
import Cairn

/// The counters, the batch in flight and the dead letters of one destination.
struct DestinationReport: Encodable {
  /// The sealed batch in flight.
  struct BatchInFlight: Encodable {
    var key: String
    var events: Int
    var bytes: UInt32
    var failures: UInt32
    var sealedAt: String
    /// Whether the body exists and matches the cursor.
    var bodyIsWhole: Bool
  }

  /// The settled positions of a lane.
  struct Place: Encodable {
    var lane: String
    var settledUpTo: UInt32
    /// The number of settled events beyond that number.
    var settledBeyond: Int
  }

  var name: String
  /// Whether no cursor can be read.
  var isDamaged = true
  var accepted: UInt64 = 0
  var delivered: UInt64 = 0
  var deliveredBytes: UInt64 = 0
  var deadLettered: UInt64 = 0
  /// The dead-lettered events that were put back.
  var replayed: UInt64 = 0
  var filtered: UInt64 = 0
  var damaged: UInt64 = 0
  var dropped: UInt64 = 0
  /// The dropped events by reason, without zeros.
  var droppedByReason: [String: UInt64] = [:]
  var pending: UInt64 = 0
  var balances = true
  var lanes: [Place] = []
  var batchInFlight: BatchInFlight?
  /// The files of sealed bodies, with their lengths.
  var bodies: [String: Int] = [:]
  /// The letters in the folder of dead letters that were neither put back nor discarded; a letter
  /// that was stored twice counts twice.
  var deadLettersStored = 0

  init(_ name: String, in folder: JournalFolder, _ segments: [SegmentSummary]) {
    self.name = name
    bodies = folder.bodyFiles(of: name)
    deadLettersStored = folder.storedLetters(of: name)
    guard let cursor = try? folder.cursor(of: name) else { return }
    isDamaged = false
    count(cursor, segments)
    let settled = cursor.settled
    lanes = settled.prefixes.sorted { $0.key < $1.key }.map { lane, last in
      Place(
        lane: lane.description, settledUpTo: last,
        settledBeyond: settled.islands.filter { $0.lane == lane }.total)
    }
    batchInFlight = cursor.inFlight.map { batch in
      let body = try? folder.bodies(of: name).readStored(batch)
      return BatchInFlight(batch, bodyIsWhole: body != nil)
    }
  }

  private mutating func count(_ cursor: Cursor, _ segments: [SegmentSummary]) {
    let row = Ledger.Row(DeliveryReport(name: name, cursor: cursor), segments)
    accepted = row.accepted
    delivered = row.delivered
    deliveredBytes = cursor.counters.deliveredBytes
    deadLettered = row.deadLettered
    replayed = row.replayed
    filtered = row.filtered
    damaged = row.damaged
    dropped = row.dropped.values.reduce(0, +)
    for (reason, number) in row.dropped { droppedByReason["\(reason)"] = number }
    pending = row.pending
    balances = row.balances
  }
}

extension DestinationReport.BatchInFlight {
  init(_ batch: SealedBatch, bodyIsWhole: Bool) {
    key = batch.key.description
    events = batch.ranges.total
    bytes = batch.bodyLength
    failures = batch.attempts
    sealedAt = Timestamp.text(batch.sealedAt)
    self.bodyIsWhole = bodyIsWhole
  }
}

extension JournalFolder {
  fileprivate func storedLetters(of destination: String) -> Int {
    let letters = (try? deadLetters(of: destination).findings().segments) ?? []
    return marks(of: destination)?.pending(in: letters) ?? letters.reduce(0) { $0 + $1.events }
  }

  fileprivate func bodyFiles(of destination: String) -> [String: Int] {
    let directory = "\(path)/dest/\(destination)"
    var bodies: [String: Int] = [:]
    for name in (try? files.list(directory)) ?? [] where name.hasSuffix(".body") {
      bodies[name] = (try? OpenFile("\(directory)/\(name)", .read, in: files).status().size) ?? 0
    }
    return bodies
  }
}
