import Cairn
import CairnTesting

extension DeliveryWorld {
  /// All collectors work, all destinations exist, and no program dies: everything must be delivered
  /// by time alone.
  func drain() {
    disarm()
    let known = accounts.indices.filter { accounts[$0].isKnown }
    if !Set(known).isSubset(of: registry) {
      stop()
      registry = known
    }
    for place in collectors.indices { collectors[place].isWell = true }
    guard let program = start() else { return }
    if !isOnline { handle(.online) }
    handle(.foreground)
    if hasNews { for line in program.lines { tell(line, .flush) } }
    conclude()
    deliverAll(program)
    guard wrong.isEmpty else { return }
    for place in accounts.indices where accounts[place].isKnown { checkEnd(place) }
    checkFound(scan())
    checkErrors(program)
    let bodies = disk.image.paths.filter { path in
      [".body", ".upload", ".answer"].contains { path.hasSuffix($0) }
    }
    if !bodies.isEmpty { wrong.append("LEFT \(bodies)") }
  }

  private func deliverAll(_ program: DeliveryProgram) {
    let waiting = program.lines.reduce(0) { $0 + $1.delivery.pending }
    let requests = accounts.reduce(0) { $0 + $1.requestCount }
    for round in 0..<60 * (waiting + 10) where wrong.isEmpty {
      if let line = program.lines.first(where: { $0.waiting != nil }) {
        answer(line.place, roll: UInt64(round) &+ scenario.seed)
      } else if program.lines.allSatisfy({ $0.delivery.pending == 0 }) {
        break
      } else if let alarm = program.lines.compactMap(\.alarm).min() {
        pass(max(0, alarm - now))
      } else {
        wrong.append("STUCK \(states(program))")
      }
      conclude(hasCommitted: false)
    }
    checkCounts()
    guard wrong.isEmpty else { return }
    if program.lines.contains(where: { $0.delivery.pending > 0 }) {
      wrong.append("ENDLESS \(states(program))")
    }
    if program.lines.contains(where: { !$0.isFlushed }) {
      wrong.append("UNFLUSHED \(states(program))")
    }
    // Bisecting seven suspects takes three requests, and each of them may be one.
    let most = 4 * waiting + 10 * program.lines.count
    let made = accounts.reduce(0) { $0 + $1.requestCount } - requests
    if made > most { wrong.append("WASTE: \(made) requests for \(waiting) events") }
  }

  private func states(_ program: DeliveryProgram) -> String {
    program.lines.map { "\($0.name) \($0.delivery.machine.phase) \($0.delivery.pending)" }
      .joined(separator: ", ")
  }

  /// P3 and P8: every event has arrived once, or the reason why not is known.
  private func checkEnd(_ place: Int) {
    let account = accounts[place]
    let name = account.plan.name
    let letters = letters(of: place)
    for number in stored.sorted() where !account.isDone(number) {
      wrong.append("\(name): UNDELIVERED event \(number)")
    }
    for number in account.doubted.sorted() where !account.delivered.contains(number) {
      if letters[number] == nil, !account.discarded.contains(number), isReplayed(number, place) {
        wrong.append("\(name): VANISHED event \(number) from the dead letters")
      }
    }
    let arrived = collectors[place].stored.subtracting(account.given)
    if isExact, arrived != account.delivered.subtracting(account.given) {
      wrong.append("\(name): ARRIVED \(arrived.symmetricDifference(account.delivered))")
    }
    for number in account.dead.sorted() where collectors[place].stored.contains(number) && isExact {
      if !account.delivered.contains(number) {
        wrong.append("\(name): DEAD event \(number) arrived")
      }
    }
  }

  /// Returns whether dead letters of this destination were put back and never discarded.
  private func isReplayed(_ number: Int, _ place: Int) -> Bool {
    !scenario.steps.contains { step in
      if case .letters(place, let work) = step {
        !work.isReplay && work.isChosen(number)
      } else {
        false
      }
    }
  }
}
