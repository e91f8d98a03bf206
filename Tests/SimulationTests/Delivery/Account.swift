import Cairn
import Foundation

/// What must be true of one destination, whatever its code says: what it answered, and what was done with the answers.
struct Account: Sendable {
  /// What its cursor must have counted.
  struct Counts: Equatable, Sendable {
    var delivered = 0
    var dead = 0
    var replayed = 0
    var discarded = 0
    var dropped = 0
  }

  let plan: CollectorPlan
  /// It has a cursor in the folder.
  var isKnown = false
  /// Events that it was never to have: they were there before it.
  var early: Set<Int> = []
  /// The records of the journal that it is responsible for, less those that were ever written.
  var base = 0
  var counts = Counts()
  /// Events by what became of them.
  private(set) var delivered: Set<Int> = []
  private(set) var dead: Set<Int> = []
  var discarded: Set<Int> = []
  /// Given up because of a cap.
  var given: Set<Int> = []
  /// Dropped by a call that recorded, and not counted yet by its cursor.
  var owed: Set<Position> = []

  /// Requests by key, as they came first.
  private var requests: [UUID: Request] = [:]
  private var attempts: [UUID: ClosedRange<Int>] = [:]
  /// The batch that is not settled as far as anybody was told.
  private(set) var open: Request?
  /// The answer that is being worked at.
  private var answer: (outcome: Outcome, request: Request)?
  /// What the system's uploader was answered: the program may know it, or not.
  private var held: (outcome: Outcome, request: Request, name: UploadName, time: Int64)?
  /// It is on the disk, and nothing has happened since that could excuse forgetting it.
  private var isHeldSurely = false
  /// Places that are settled, by an answer.
  private var done: Set<Position> = []
  private var sent: Set<Position> = []
  private var lastSent: [LaneID: UInt32] = [:]
  /// Before this, by the continuous clock, the server lets nobody through but a flush.
  var notBefore = Int64.min
  var isHalted = false
  /// The batch that a flush has begun before that: the system may be given it as well.
  var urgent: UUID?
  var requestCount = 0
  /// The program died over their refusal: their letters may be there already.
  private var orphans: Set<Int> = []
  /// Letters went of which nobody knows whether they count.
  private(set) var isVague = false
  /// Somebody died over them: they are put back, discarded, or neither.
  private(set) var doubted: Set<Int> = []

  init(_ plan: CollectorPlan) { self.plan = plan }

  /// Whether it has nothing to do any more with an event.
  func isDone(_ number: Int) -> Bool {
    delivered.contains(number) || dead.contains(number) || given.contains(number)
      || discarded.contains(number) || doubted.contains(number) || early.contains(number)
      || !plan.wants(number)
  }

  /// Until its first batch a cursor is not synced, unless it began with the newest event: it begins at the oldest again.
  mutating func forgetBeginning() {
    if requestCount == 0, plan.start == .oldest { self = Account(plan) }
  }

  /// What is wrong with a request; `isExact` when nothing but programs was ever cut off.
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

  /// The program is about to be told.
  mutating func begin(_ outcome: Outcome, _ request: Request) { answer = (outcome, request) }

  /// The program has worked at the answer, or died over it: what its cursor now has under way says whether it was done.
  mutating func finish(_ cursor: Cursor?, isAlive: Bool, at now: Int64) -> [String] {
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
    _ outcome: Outcome, _ request: Request, _ flying: UUID?, isAlive: Bool, at now: Int64
  ) -> [String] {
    urgent = nil
    let before = attempts[request.key] ?? 0...0
    attempts[request.key] =
      isAlive
      ? before.upperBound + 1...before.upperBound + 1
      : before.lowerBound...before.upperBound + 1
    // What a server has asked for holds until it says something else; an attempt without an answer is not that.
    if isHalted || !isAlive { notBefore = .min }
    isHalted = outcome.isHalted
    switch outcome {
    case .later(let seconds?, _) where isAlive: notBefore = now + Int64(min(seconds, 300)) * 1_000
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
        // What can no longer be read is counted as damaged, and leaves no letter.
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

  /// The system's uploader was answered.
  mutating func hold(_ outcome: Outcome, _ request: Request, _ name: UploadName, at now: Int64) {
    held = (outcome, request, name, now)
    isHeldSurely = false
  }

  /// The program was told.
  mutating func keep(_ name: UploadName, isSure: Bool) {
    if held?.name == name { isHeldSurely = isSure }
  }

  /// A loss of power may have taken it.
  mutating func doubtHeld() { isHeldSurely = false }

  /// What the program made of an answer that it may have been told of.
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
      // Read again at the next start, or not: whatever was said may have been written down or not.
      let before = attempts[request.key] ?? 0...0
      attempts[request.key] = before.lowerBound...before.upperBound + 1
      notBefore = .min
      if effect.isOver { orphans.formUnion(effect.refused.map { request.numbers[$0] }) }
      isHeldSurely = isHeldSurely && effect.isOver
      return []
    }
    guard upload != name else { return [] }
    // Taken back, or read.
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

  private mutating func postpone(_ outcome: Outcome, since time: Int64) {
    urgent = nil
    isHalted = outcome.isHalted
    guard case .later(let seconds?, _) = outcome else { return }
    notBefore = time + Int64(min(seconds, 300)) * 1_000
  }

  /// What the system sent when the program had gone on without it: still the same under its key.
  func stray(_ request: Request) -> [String] {
    guard let first = requests[request.key], first.body != request.body else { return [] }
    return ["\(plan.name): BODY CHANGED \(request.key)"]
  }

  /// What was dropped without it, and is settled now, it must have counted as dropped.
  mutating func count(_ settled: SettledPositions) {
    let counted = owed.filter(settled.contains)
    counts.dropped += counted.count
    owed.subtract(counted)
  }

  /// Dead letters went.
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

  /// The letters that were about to go may be gone or not.
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
