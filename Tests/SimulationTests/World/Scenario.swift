import Cairn
import Foundation

/// The initial state of a world, and its steps.
///
/// A scenario always has the same history.
struct Scenario: Sendable {
  var seed: UInt64
  var policy = Policy.interval
  var segmentBytes = 2_048
  var destinations: [DestinationPlan] = []
  var steps: [Step] = []
  /// Whether a program may lose its lock on a destination, so that two deliver to it.
  var losesLeases = false
  /// Whether a list of a folder omits some of the files that are created meanwhile.
  var omitsNewFiles = false
  /// Whether there is a file of a later format among the segments.
  var hasForeignFile = false

  var hasBallast = false
  var cap = JournalCap()
  /// The maximum age.
  var age: Milliseconds?
  var lag: Int?
  /// The number of bytes kept in memory for events that the disk does not accept, and for unsynced
  /// ones.
  var spillBytes = 4_096
  var windowBytes = 2_048
  var laneEvents = UInt32.max - 1

  /// The sync policy of the journal.
  enum Policy: Sendable { case never, interval, everyEvent }

  init(seed: UInt64) { self.seed = seed }

  /// Whether cursors, bodies and dead letters are synced.
  var syncs: Bool { policy != .never }

  /// Whether some calls report a lack of space although there is some.
  var callsFindNoRoom: Bool {
    steps.contains { step in
      if case .fail(_, _, _, _, ENOSPC) = step { true } else { false }
    }
  }

  var isFullWhileSyncsFail: Bool {
    let isFull = steps.contains { step in
      if case .room = step { true } else { false }
    }
    let syncsFail = steps.contains { step in
      if case .fail("sync", _, _, _, _) = step { true } else { false }
    }
    return (isFull || callsFindNoRoom) && syncsFail
  }

  var journalOptions: JournalOptions {
    var options = JournalOptions()
    options.segmentBytes = segmentBytes
    options.cap = cap
    options.spillBytes = spillBytes
    options.windowBytes = syncs ? windowBytes : 0
    options.laneEvents = laneEvents
    return options
  }
}

/// The behaviour of a destination.
struct DestinationPlan: Sendable {
  var name: String
  /// The destination filters events with this remainder modulo 5.
  var unwanted: Int?
  /// The server always refuses events with this remainder modulo 11.
  var poison: Int?
  var mostEvents = 7
  var maximumBytes = 2_000
  /// The percentage of responses that are not successes.
  var trouble = 30

  func wants(_ number: Int) -> Bool { unwanted != number % 5 }
  func refuses(_ number: Int) -> Bool { poison == number % 11 }
}
