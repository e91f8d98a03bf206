import Cairn
import CairnTesting

/// A process that dies during a step.
extension EngineWalk {
  private enum Deed {
    case say(Consent)
    case erase
    case other
  }

  private typealias Person = (id: String, user: String?)

  private var person: Person { (analytics.anonymousID, analytics.userID) }

  /// Makes the process die at a call of its next step, or after it.
  func kill() async {
    let calls = dice.below(12)
    story.append("kill after \(calls) calls")
    fuse.arm(after: calls)
    let (before, last) = (memory, person)
    let deed = await doSomething()
    let (next, isWhole) = (person, !fuse.isBurnt)
    await die()
    if isWhole { return await launch() }
    memory.consent = before.consent
    if case .say(.granted) = deed { memory.consent = .granted }
    begin()
    adopt(deed, before, last)
    await analytics.flush()
    if memory.consent != .denied, before.consent != .denied {
      var isRight = person == last || person == next
      // After an erasure the next launch has a new user.
      if case .erase = deed { isRight = isRight || person.id != last.id && person.user == nil }
      if !isRight { violations.append("a kill made \(person) of \(last), or of \(next)") }
      if person.id != last.id { memory.gone.insert(last.id) }
    }
    (memory.user, memory.id) = memory.consent == .denied ? (nil, nil) : (person.user, person.id)
    lookAtDisk()
  }

  /// Adopts the new decision, or the previous one; an erasure is complete, or was never requested.
  private func adopt(_ deed: Deed, _ before: WalkMemory, _ last: Person) {
    memory.consent = analytics.consent
    server.isAllowed = memory.consent == .granted
    switch deed {
    case .say(let consent):
      if memory.consent != before.consent, memory.consent != consent {
        violations.append("a kill made \(memory.consent) of \(before.consent), or of \(consent)")
      }
      if memory.consent == .denied, before.consent != .denied { noteErasure(of: last.id) }
    case .erase: memory.doubt()
    case .other:
      if memory.consent != before.consent {
        violations.append("a kill made \(memory.consent) of \(before.consent)")
      }
    }
  }

  private func doSomething() async -> Deed {
    switch dice.below(7) {
    case 0:
      let consent = dice.pick(Consent.allCases) ?? .granted
      await say(consent)
      return .say(consent)
    case 1:
      await erase()
      return .erase
    case 2, 3: identify()
    case 4: reset()
    case 5: await flush()
    default: track()
    }
    return .other
  }
}
