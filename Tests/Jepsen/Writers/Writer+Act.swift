import Cairn
import CairnTesting
import Foundation

extension Writer {
  /// Performs a random operation of an app.
  func act() async {
    if isLister {
      mark.operation = .flush
      await analytics.flush()
      return
    }
    switch dice.below(20) {
    case 0 where plan.flushes:
      mark.operation = .flush
      await analytics.flush()
    case 1, 2: await recordDurably()
    case 3 where plan.kind == .identity: identify()
    case 4 where plan.kind == .identity: reset()
    case 5 where plan.kind == .identity: await changeDestinations()
    case 6 where plan.kind == .consent: await withdraw()
    default:
      mark.operation = .track
      for _ in 0..<(1 + dice.below(plan.burst)) { track() }
    }
    mark.operation = .resting
    BlockingSleep.milliseconds(dice.below(plan.pause))
    // On a slow machine, delivery would fall behind without a limit.
    let ahead = number * 1_000 * plan.writers / plan.rate - (BlockingSleep.now - begun)
    if ahead > 0 { BlockingSleep.milliseconds(min(ahead, 500)) }
  }

  /// In rounds about listings, one writer lists continuously while the others begin files.
  private var isLister: Bool { plan.kind == .listing && life % plan.writers == 0 }

  func track(length: Int? = nil) {
    number += 1
    acknowledge(analytics.track("Event", properties(length: length)))
  }

  private func recordDurably() async {
    mark.operation = .record
    number += 1
    do {
      try await analytics.record("Event", properties())
      acks.put("s \(number) - \(AckLog.now)")
    } catch let error as AnalyticsError {
      switch error.receipt {
      case .stored, .buffered(.notDurable): acks.put("s \(number) - \(AckLog.now)")
      case .buffered: acks.put("u \(number) - \(AckLog.now)")
      case .refused: acks.put("r \(number)")
      }
    } catch {
      acks.put("u \(number) - \(AckLog.now)")
    }
  }

  private func identify() {
    mark.operation = .identify
    acks.put("v -")
    number += 1
    acknowledge(analytics.identify("user-\(life)-\(number)", traits: properties()))
    acks.put("w \(analytics.anonymousID) \(analytics.userID ?? "-")")
  }

  private func reset() {
    mark.operation = .reset
    acks.put("v -")
    analytics.reset()
    acks.put("w \(analytics.anonymousID) \(analytics.userID ?? "-")")
  }

  private func changeDestinations() async {
    guard let place = plan.places.last, let destination = try? FilteredDestination(place) else {
      return
    }
    mark.operation = .removeDestination
    await analytics.removeDestination(place.name)
    for _ in 0..<dice.below(30) { track() }
    mark.operation = .addDestination
    await analytics.addDestination(destination)
  }

  private func withdraw() async {
    let first = AckLog.now
    if dice.hits(300) {
      mark.operation = .erase
      acks.put("c \(first) 0")
      try? await analytics.erase()
    } else {
      mark.operation = .consent
      acks.put("c \(first) 0")
      analytics.setConsent(.denied)
      for _ in 0..<dice.below(10) { track() }
      analytics.setConsent(.granted)
    }
    acks.put("c \(first) \(AckLog.now)")
  }

  /// Grants consent after a life that ended while it was denied.
  func grant() {
    let first = AckLog.now
    analytics.setConsent(.granted)
    acks.put("c \(first) \(AckLog.now)")
  }

  /// Records the receipt: buffered events after the call may include this one; if there are none,
  /// all events before it are on the disk.
  private func acknowledge(_ id: EventID?) {
    guard let id else { return acks.put("r \(number)") }
    let isStored = !plan.hasDiskTrouble || analytics.ledger().buffered == 0
    acks.put("\(isStored ? "s" : "u") \(number) \(id) \(AckLog.now)")
  }

  /// Returns properties from which the completeness of the event can be verified.
  func properties(length: Int? = nil) -> [String: Value] {
    let length = length ?? dice.below(dice.hits(20) ? 4_000 : 600)
    var properties: [String: Value] = [
      "life": .int(life), "number": .int(number), "length": .int(length),
      "filler": .string(String(repeating: "x", count: length)),
    ]
    if plan.poisons, number % 61 == 0 { properties["poison"] = true }
    return properties
  }

  /// Forks; the child records as well, and exits.
  func fork(_ events: Int) {
    mark.operation = .fork
    forks += 1
    let child = systemFork()
    if child == 0 {
      // The child has its own numbers: between two processes there is no order.
      number += forks * Acknowledged.part
      for _ in 0..<events { track() }
      _exit(0)
    }
    for _ in 0..<events { track() }
    let deadline = BlockingSleep.now + 2_000
    var status: Int32 = 0
    while child > 0, waitpid(child, &status, WNOHANG) == 0 {
      if BlockingSleep.now > deadline { kill(child, SIGKILL) }
      BlockingSleep.milliseconds(2)
    }
  }
}

@_silgen_name("fork") private func systemFork() -> pid_t
