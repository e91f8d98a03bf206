import Cairn
import Foundation
import ToolSupport

/// The steps of a call of `track()` in nanoseconds, each measured alone.
struct TrackSteps: Encodable {
  /// The number of locks that a call takes: those of consent, identity, recorder, journal, the
  /// list of destinations, and the benchmark's destination.
  private static let locksOfACall = 6

  /// Both clocks, read once.
  var clocks: Int
  /// The event, made of the call's arguments and the identity, and released.
  var event: Int
  /// The locks of a call, without contention.
  var locks: Int
  /// The identifier of an event.
  var identifier: Int
  /// The JSON of an event, with the properties of the benchmark.
  var encoding: Int
  /// The hash over the record.
  var check: Int
  /// The system call that appends the record.
  var write: Int
  /// Everything else: the checks of consent, limits, sessions and capacity, the counters, and the
  /// effect of the steps on each other through the processor's caches.
  var rest: Int

  /// Measures the steps; `call` is the median of a whole call and `write` that of the system call.
  init(properties: [String: Value], call: Int, write: Int) {
    let clock = SystemClock()
    let identity = Identity(anonymousID: IdentityStore.anonymousID(SystemRandomness()))
    var ids = EventIDGenerator(SystemRandomness())
    var buffer = OutputBuffer(capacity: 4_096)
    let event = Event(
      .track, name: "Product Added", properties: properties, identity: identity,
      milliseconds: clock.now().wall.milliseconds)
    let wall = WallTime(milliseconds: event.milliseconds)
    let id = ids.next(wall: wall)
    var sum: UInt64 = 0
    clocks = Self.median { sum &+= UInt64(bitPattern: clock.instant().moment.wall.milliseconds) }
    self.event = Self.median {
      let event = Event(
        .track, name: "Product Added", properties: properties, identity: identity,
        milliseconds: Int64(bitPattern: sum))
      sum &+= UInt64(event.properties.count)
    }
    let lock = Locked(sum)
    locks = Self.median {
      for _ in 0..<Self.locksOfACall { lock.withLock { $0 &+= 1 } }
    }
    identifier = Self.median { sum &+= ids.next(wall: wall).low }
    encoding = Self.median {
      buffer.removeAll()
      var writer = EventWriter()
      writer.write(event, id: id, sequence: 1, registered: SuperPropertyValues(), into: &buffer)
    }
    check = Self.median { sum &+= XXH64.hash(buffer.bytes, seed: sum) }
    self.write = write
    rest = call - clocks - self.event - locks - identifier - encoding - check - write
    // The sum is used, so that the compiler removes none of the steps.
    Self.use(sum)
  }

  /// Returns the nanoseconds of a step, as the median of rounds: one call is too short for the
  /// clock.
  private static func median(_ step: () -> Void) -> Int {
    let calls = 2_000
    let rounds = (0..<50).map { _ in
      let start = Stopwatch.nanoseconds()
      for _ in 0..<calls { step() }
      return Stopwatch.nanoseconds() - start
    }
    return (rounds.median ?? 0) / calls
  }

  @inline(never)
  private static func use(_ sum: UInt64) { withExtendedLifetime(sum) {} }

  /// The rows of a table: each step, its nanoseconds, and its share of a call.
  var rows: [[String]] {
    let steps = [
      ("both clocks", clocks), ("event, made and released", event), ("locks", locks),
      ("identifier", identifier), ("JSON", encoding), ("hash of the record", check),
      ("pwrite(2)", write), ("everything else", rest),
    ]
    let call = max(1, steps.reduce(0) { $0 + $1.1 })
    return steps.map { [$0, "\($1)", "\(Int((Double($1) / Double(call) * 100).rounded())) %"] }
  }
}
