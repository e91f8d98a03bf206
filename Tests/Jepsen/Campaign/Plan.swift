import Cairn
import CairnTesting
import Foundation

/// The parameters of one round, which its seed determines for the writers too.
struct Plan: Codable, Sendable {
  /// The focus of a round.
  enum Kind: String, Codable, CaseIterable, Sendable {
    case kills, listing, fullDisk, failingDisk, failingCalls, cap, consent, identity, fork
  }

  /// A destination and the port of its server.
  struct Place: Codable, Sendable {
    var name: String
    var port: UInt16 = 0
    var events: Int
    /// Whether the destination accepts two events of three.
    var filters = false
  }

  var kind: Kind
  var seed: UInt64
  var writers = 3
  var places = [
    Place(name: "a", events: 40), Place(name: "b", events: 15, filters: true),
  ]
  var segmentBytes = 16_384
  /// The sync policy: `never`, `every`, or seconds.
  var sync = "0.2"
  var capBytes: Int?
  /// The cap of each destination's dead letters.
  var deadLetterBytes: Int?
  var flushAt = 10
  var flushInterval = 0.05
  /// The duration of the faults.
  var seconds = 3.0
  /// The number of requests with a fault, of a thousand.
  var faultsPerMille = 350
  /// The maximum number of events in a burst.
  var burst = 80
  /// The longest pause after a burst, in milliseconds.
  var pause = 250
  /// The maximum number of events that all writers record in a second, so that slow machines keep
  /// up.
  var rate = 700
  /// Whether responses may be slow but never lost or wrong: then the SDK and the server count the
  /// same, whatever is dropped.
  var isGentle = false
  /// Whether writers call `flush` occasionally.
  var flushes = true
  /// Whether the servers refuse some events permanently.
  var poisons = true

  init(_ kind: Kind, seed: UInt64) {
    self.kind = kind
    self.seed = seed
    var dice = Dice(seed: seed)
    sync = dice.pick(["never", "0.05", "0.2", "2", "every"]) ?? sync
    segmentBytes = dice.pick([4_096, 16_384, 65_536, 1 << 20]) ?? segmentBytes
    flushes = dice.hits(500)
    flushAt = dice.pick([1, 10, 30]) ?? flushAt
    shape(&dice)
  }

  private mutating func shape(_ dice: inout Dice) {
    switch kind {
    case .kills: writers = 2 + dice.below(3)
    case .listing:
      (segmentBytes, flushInterval, sync, flushAt) = (4_096, 0.01, "never", 1)
      (burst, pause, faultsPerMille, flushes, rate) = (200, 60, 0, false, 1_500)
      seconds = 2.5
      places = [Place(name: "a", events: 500), Place(name: "b", events: 500, filters: true)]
    case .fullDisk:
      writers = 1 + dice.below(2)
      (segmentBytes, burst) = (16_384, 120)
    case .failingDisk:
      // The cap is greater than all events need.
      (writers, faultsPerMille, flushes, capBytes) = (1, dice.pick([0, 300]) ?? 0, false, 8 << 20)
      deadLetterBytes = 1 << 20
      sync = dice.pick(["0.05", "0.2", "every"]) ?? sync
    case .failingCalls: writers = 1 + dice.below(2)
    case .cap:
      (writers, capBytes, segmentBytes, burst, pause) = (1, 1 << 20, 1 << 20, 400, 60)
      (sync, rate) = (dice.pick(["0.05", "0.2"]) ?? sync, 3_000)
      (isGentle, writers, deadLetterBytes) = (true, 1 + dice.below(2), 65_536)
    case .consent: writers = 1 + dice.below(2)
    case .identity:
      writers = 1
      places.append(Place(name: "c", events: 100))
    case .fork: (writers, sync) = (2, "never")
    }
  }

  /// Whether events arrive in order: not if reads fail, because events that cannot be read now
  /// delay no others.
  var keepsOrder: Bool { kind != .failingCalls }

  /// Whether the disk of this round may refuse or delay events.
  var hasDiskTrouble: Bool { [.fullDisk, .failingDisk, .failingCalls, .cap].contains(kind) }

  /// Whether events may be dropped in this round, for a reason that is counted.
  var givesUp: Bool { kind == .cap || kind == .consent }

  var serverFaults: [ServerFault] {
    if isGentle { return ServerFault.gentle }
    return kind == .identity ? ServerFault.timeless : ServerFault.allCases
  }

  /// Whether the disk of the writers fails on command.
  var hasDiskSwitch: Bool { kind == .failingDisk || kind == .cap }

  /// Whether refused events are put back.
  var replays: Bool { kind == .identity }

  static func read(_ folder: String) throws -> Plan {
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/plan.json"))
    return try JSONDecoder().decode(Plan.self, from: data)
  }

  func write(_ folder: String) throws {
    try JSONEncoder().encode(self).write(to: URL(fileURLWithPath: folder + "/plan.json"))
  }
}
