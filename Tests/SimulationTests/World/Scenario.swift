import Cairn
import Foundation

/// A world before anything has happened in it, and what will happen.
///
/// The same scenario is the same history.
struct Scenario: Sendable {
  var seed: UInt64
  var policy = Policy.interval
  var segmentBytes = 2_048
  var destinations: [DestinationPlan] = []
  var steps: [Step] = []
  /// Whether a program may lose its lock on a destination, so that two deliver to it.
  var losesLeases = false
  /// Whether a list of a folder leaves out some of the files that others make while it is made.
  var omitsNewFiles = false
  /// Whether a file of a later format lies among the segments.
  var hasForeignFile = false

  var hasBallast = false
  var cap = JournalCap()
  /// Milliseconds.
  var age: Int64?
  var lag: Int?
  /// What is kept in memory of events that the disk does not take, and of those that are not synced.
  var spillBytes = 4_096
  var windowBytes = 2_048
  var laneEvents = UInt32.max - 1

  /// When the journal is synced.
  enum Policy: Sendable { case never, interval, everyEvent }

  init(seed: UInt64) { self.seed = seed }

  /// Whether cursors, bodies and dead letters are synced.
  var syncs: Bool { policy != .never }

  /// Whether some calls say that there is no room, on a disk that has some.
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

/// How a destination behaves.
struct DestinationPlan: Sendable {
  var name: String
  /// Takes no event whose number leaves this remainder by 5.
  var unwanted: Int?
  /// Refuses for ever each event whose number leaves this remainder by 11.
  var poison: Int?
  var mostEvents = 7
  var mostBytes = 2_000
  /// Of a hundred answers so many are anything but yes.
  var trouble = 30

  func wants(_ number: Int) -> Bool { unwanted != number % 5 }
  func refuses(_ number: Int) -> Bool { poison == number % 11 }
}
