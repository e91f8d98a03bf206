import Cairn
import Foundation

/// The expected state of one destination, independent of its code: its responses, and their
/// results.
struct Account: Sendable {
  /// The counters that its cursor must have.
  struct Counts: Equatable, Sendable {
    var delivered = 0
    var dead = 0
    var replayed = 0
    var discarded = 0
    var dropped = 0
  }

  let plan: CollectorPlan
  /// Whether it has a cursor in the folder.
  var isKnown = false
  /// The events that it must never get, because they are older than it.
  var early: Set<Int> = []
  /// The number of the journal's records that it is responsible for, minus all that were ever
  /// written.
  var base = 0
  var counts = Counts()
  /// The delivered events.
  private(set) var delivered: Set<Int> = []
  private(set) var dead: Set<Int> = []
  var discarded: Set<Int> = []
  /// The events that a cap dropped.
  var given: Set<Int> = []
  /// The events that a recording call dropped, and that its cursor has not counted yet.
  var owed: Set<Position> = []

  /// The requests by key, as they first arrived.
  private var requests: [UUID: Request] = [:]
  private var attempts: [UUID: ClosedRange<Int>] = [:]
  /// The batch that is not settled as far as is known.
  private(set) var open: Request?
  /// The response that is being handled.
  private var answer: (outcome: Outcome, request: Request)?
  /// The response to the system's uploader, which the program may know or not.
  private var held: (outcome: Outcome, request: Request, name: UploadName, time: MonotonicTime)?
  /// Whether that response is on the disk, and nothing has happened since that could have removed
  /// it.
  private var isHeldSurely = false
  /// The positions that a response has settled.
  private var done: Set<Position> = []
  private var sent: Set<Position> = []
  private var lastSent: [LaneID: UInt32] = [:]
  /// The continuous-clock time before which the server permits only a flush.
  var notBefore = MonotonicTime.min
  var isHalted = false
  /// The batch that a flush began before that time: the system may get it as well.
  var urgent: UUID?
  var requestCount = 0
  /// The refused events whose program died during the refusal: their letters may exist already.
  private var orphans: Set<Int> = []
  /// Whether letters were removed that may or may not be counted.
  private(set) var isVague = false
  /// The letters whose program died while it put them back or discarded them: the result is
  /// unknown.
  private(set) var doubted: Set<Int> = []

  init(_ plan: CollectorPlan) { self.plan = plan }

  /// Returns whether the destination is done with an event.
  func isDone(_ number: Int) -> Bool {
    delivered.contains(number) || dead.contains(number) || given.contains(number)
      || discarded.contains(number) || doubted.contains(number) || early.contains(number)
      || !plan.wants(number)
  }

  /// Forgets the beginning: until its first batch a cursor is not synced, unless it began with the
  /// newest event, so it may begin at the oldest again.
  mutating func forgetBeginning() {
    if requestCount == 0, plan.start == .oldest { self = Account(plan) }
  }

  /// Returns the problems of a request; `isExact` when only programs were interrupted.
  mutating func arrive(
    _ request: Request, isExact: Bool, isUploaded: Bool = false
  ) -> [String] {
    var wrong: [String] = []
    if isExact, isHeldSurely {
      wrong.append("IGNORED the answer to \(request.numbers), and sends them again")
    }
    held = nil
    isHeldSurely = false
    requestCount += 1
    if let first = requests[request.key] {
      if first.body != request.body { wrong.append("BODY CHANGED \(request.key)") }
      if isExact, first.places != request.places { wrong.append("EVENTS CHANGED \(request.key)") }
    } else {
      wrong += arriveFirst(request, isExact: isExact)
    }
    if let open, open.key != request.key {
      wrong.append("REKEYED \(open.numbers) came again under another key as \(request.numbers)")
    }
    let expected = attempts[request.key] ?? 0...0
    if isExact, !expected.contains(request.attempt) {
      wrong.append("ATTEMPT \(request.attempt) is not in \(expected)")
    }
    attempts[request.key] = request.attempt...request.attempt
    requests[request.key] = request
    open = request
    return wrong.map { "\(plan.name): \($0)" }
  }

  private mutating func arriveFirst(_ request: Request, isExact: Bool) -> [String] {
    var wrong: [String] = []
    if isExact, request.numbers != request.numbersInBody {
      wrong.append("BODY has \(request.numbersInBody) and not \(request.numbers)")
    }
    if request.numbers.count > plan.limits.events
      || request.numbers.count > 1 && request.bytes > plan.limits.bytes
    {
      wrong.append("TOO MUCH: \(request.numbers.count) events, \(request.bytes) bytes")
    }
    for (number, place) in zip(request.numbers, request.places) {
      if !plan.wants(number) { wrong.append("UNWANTED event \(number)") }
      if early.contains(number) { wrong.append("EARLY event \(number)") }
      if isExact, done.contains(place) { wrong.append("AGAIN event \(number) at \(place)") }
      if !sent.contains(place), let last = lastSent[place.lane], last > place.index {
        wrong.append("ORDER event \(number) at \(place) comes after index \(last)")
      }
      sent.insert(place)
      lastSent[place.lane] = max(lastSent[place.lane] ?? 0, place.index)
    }
    return wrong
  }

  /// Records that the program is about to get the response.
  mutating func begin(_ outcome: Outcome, _ request: Request) { answer = (outcome, request) }

  /// Records that the program has handled the response, or died: the batch in its cursor shows
  /// whether it was settled.
  mutating func finish(_ cursor: Cursor?, isAlive: Bool, at now: MonotonicTime) -> [String] {
    defer { answer = nil }
    let flying = cursor?.inFlight?.key.uuid
    guard let (outcome, request) = answer else {
      let wrong = isAlive ? [] : finishUpload(cursor, nil, isAlive: false)
      if !wrong.isEmpty { return wrong }
      guard let open, open.key != flying else { return [] }
      return ["\(plan.name): FORGOTTEN \(open.numbers) is under way and not in the cursor"]
    }
    let effect = request.effect(of: outcome)
    guard effect.isOver else {
      return postpone(outcome, request, flying, isAlive: isAlive, at: now)
    }
    notBefore = .min
    isHalted = false
    if flying == request.key {
      orphans.formUnion(effect.refused.map { request.numbers[$0] })
      return isAlive ? ["\(plan.name): UNSETTLED \(request.numbers) after \(outcome)"] : []
    }
    settle(effect, request)
    return []
  }

  private mutating func postpone(
    _ outcome: Outcome, _ request: Request, _ flying: UUID?, isAlive: Bool, at now: MonotonicTime
  ) -> [String] {
    urgent = nil
    let before = attempts[request.key] ?? 0...0
    attempts[request.key] =
      isAlive
      ? before.upperBound + 1...before.upperBound + 1
      : before.lowerBound...before.upperBound + 1
    // A pause that a server requested applies until its next response; an attempt without a
    // response does not end it.
    if isHalted || !isAlive { notBefore = .min }
    isHalted = outcome.isHalted
    switch outcome {
    case .later(let seconds?, _) where isAlive: notBefore = now + .seconds(min(seconds, 300))
    case .halted where isAlive: notBefore = now + DeliveryMachine.probeInterval
    default: break
    }
    return flying == request.key ? [] : ["\(plan.name): SETTLED \(request.numbers) by \(outcome)"]
  }

  mutating func settle(_ effect: Request.Effect, _ request: Request) {
    for (place, number) in request.numbers.enumerated() {
      if effect.delivered.contains(place) {
        delivered.insert(number)
      } else if effect.refused.contains(place) {
        // An event that can no longer be read counts as damaged, and leaves no letter.
        if !request.lost.contains(number) { dead.insert(number) }
        orphans.remove(number)
      } else {
        continue
      }
      done.insert(request.places[place])
    }
    counts.delivered += effect.delivered.count
    counts.dead += effect.refused.count
    open = nil
  }

  /// Records the response to the system's uploader.
  mutating func hold(
    _ outcome: Outcome, _ request: Request, _ name: UploadName, at now: MonotonicTime
  ) {
    held = (outcome, request, name, now)
    isHeldSurely = false
  }

  /// Records that the program got the response.
  mutating func keep(_ name: UploadName, isSure: Bool) {
    if held?.name == name { isHeldSurely = isSure }
  }

  /// Records that a power loss may have removed it.
  mutating func doubtHeld() { isHeldSurely = false }

  /// Records the program's handling of a response that it may have got.
  mutating func finishUpload(_ cursor: Cursor?, _ upload: UploadName?, isAlive: Bool) -> [String] {
    guard let (outcome, request, name, time) = held, answer == nil else { return [] }
    let flying = cursor?.inFlight?.key.uuid
    let effect = request.effect(of: outcome)
    if flying != request.key {
      held = nil
      isHeldSurely = false
      guard effect.isOver else {
        return ["\(plan.name): SETTLED \(request.numbers) by \(outcome)"]
      }
      notBefore = .min
      isHalted = false
      settle(effect, request)
      return []
    }
    if !isAlive {
      // The response may be read again at the next start, because it may have been stored or not.
      let before = attempts[request.key] ?? 0...0
      attempts[request.key] = before.lowerBound...before.upperBound + 1
      notBefore = .min
      if effect.isOver { orphans.formUnion(effect.refused.map { request.numbers[$0] }) }
      isHeldSurely = isHeldSurely && effect.isOver
      return []
    }
    guard upload != name else { return [] }
    // The upload was cancelled, or its response was read.
    held = nil
    let wasSure = isHeldSurely
    isHeldSurely = false
    if effect.isOver {
      return wasSure ? ["\(plan.name): UNSETTLED \(request.numbers) after \(outcome)"] : []
    }
    let before = attempts[request.key] ?? 0...0
    attempts[request.key] = before.lowerBound...before.upperBound + 1
    if wasSure { postpone(outcome, since: time) }
    return []
  }

  private mutating func postpone(_ outcome: Outcome, since time: MonotonicTime) {
    urgent = nil
    isHalted = outcome.isHalted
    guard case .later(let seconds?, _) = outcome else { return }
    notBefore = time + .seconds(min(seconds, 300))
  }

  /// Returns the problems of an upload that was sent after the program had continued without it: it
  /// must be the same for its key.
  func stray(_ request: Request) -> [String] {
    guard let first = requests[request.key], first.body != request.body else { return [] }
    return ["\(plan.name): BODY CHANGED \(request.key)"]
  }

  /// Counts settled events that were dropped without the destination.
  mutating func count(_ settled: SettledPositions) {
    let counted = owed.filter(settled.contains)
    counts.dropped += counted.count
    owed.subtract(counted)
  }

  /// Records that dead letters were removed.
  mutating func release(_ numbers: Set<Int>, isReplay: Bool) {
    if !orphans.isEmpty { isVague = true }
    let known = numbers.intersection(dead)
    dead.subtract(known)
    counts.dead -= known.count
    if isReplay {
      counts.replayed += known.count
    } else {
      counts.discarded += known.count
      discarded.formUnion(known)
    }
  }

  /// Records that letters may have been removed or not.
  mutating func doubt(_ numbers: Set<Int>) {
    isVague = true
    doubted.formUnion(numbers.intersection(dead))
    dead.subtract(numbers)
  }
}

extension Outcome {
  fileprivate var isHalted: Bool { if case .halted = self { true } else { false } }
}

extension Account.Counts {
  init(_ counters: Counters) {
    delivered = Int(counters.delivered)
    dead = Int(counters.deadLettered)
    replayed = Int(counters.replayed)
    discarded = Int(counters[.discarded])
    dropped = Int(counters.dropped) - discarded
  }
}
