import Cairn
import Testing

/// A table of the transitions for each input in each phase.
@Suite struct TransitionTableTests {
  typealias Input = DeliveryMachine.Input

  static let triggers: [(name: String, time: MonotonicTime, input: Input)] = [
    ("few", 100, .appended(pending: 3)),
    ("many", 100, .appended(pending: 40)),
    ("early", 100, .tick(pending: 3)),
    ("due", 1_000_000, .tick(pending: 3)),
    ("flush", 100, .flush(pending: 3)),
    ("offline", 100, .host(.offline, pending: 3)),
    ("online", 100, .host(.online, pending: 3)),
    ("front", 100, .host(.foreground, pending: 3)),
    ("back", 100, .host(.background, pending: 3)),
    ("unbar", 100, .unbarred(pending: 3)),
    ("close", 100, .close),
    ("permit", 100, .permitted(true, pending: 3)),
    ("forbid", 100, .permitted(false, pending: 3)),
    ("erase", 100, .erased),
    ("suspend", 100, .host(.suspending, pending: 3)),
    ("others", 100, .appendedElsewhere(pending: 3)),
    ("crowd", 100, .appendedElsewhere(pending: 40)),
  ]

  /// The inputs that lead to each phase, and the phase after each trigger there.
  static let rows: [(start: String, steps: [Input], leads: String)] = [
    (
      "rest", [],
      "gath send rest rest send rest send send send rest stop rest send held rest gath send"
    ),
    (
      "gath", [.appended(pending: 3)],
      "gath send gath send send gath send send send gath stop gath send held gath gath send"
    ),
    (
      "send", sending,
      "send send send send send send send send send send stop send send held send send send"
    ),
    (
      "wait", sending + [.postponed(after: nil, random: 900)],
      "wait wait wait send send wait send send send wait stop wait send held wait wait wait"
    ),
    (
      "wait", sending + [.postponed(after: 9_000, random: 0)],
      "wait wait wait send send wait wait wait wait wait stop wait send held wait wait wait"
    ),
    (
      "done", sending + failures(3),
      "send send done send send done send send send done stop done send held done done done"
    ),
    (
      "barr", sending + [.barred(until: 500)],
      "barr barr barr send send barr send send send send stop barr send held barr barr barr"
    ),
    (
      "offl", [.host(.offline, pending: 0), .appended(pending: 20)],
      "offl offl offl offl offl offl send offl offl offl stop offl offl held offl offl offl"
    ),
    (
      "offl",
      sending + [
        .postponed(after: nil, random: 900), .host(.offline, pending: 3), .flush(pending: 3),
      ],
      "offl offl offl offl offl offl send offl offl offl stop offl offl held offl offl offl"
    ),
    (
      "halt", sending + [.halted],
      "halt halt halt send send halt halt halt halt halt stop halt send held halt halt halt"
    ),
    (
      "held", sending + [.withheld],
      "held held held held send held send send send held stop send send held held held held"
    ),
    (
      "stop", [.close],
      "stop stop stop stop stop stop stop stop stop stop stop stop stop stop stop stop stop"
    ),
  ]

  static let sending: [Input] = [.appended(pending: 20), .sealed(isCut: false)]

  static func failures(_ count: Int) -> [Input] {
    (1..<count).flatMap { _ -> [Input] in
      [.postponed(after: nil, random: 0), .tick(pending: 3)]
    } + [.postponed(after: nil, random: 0)]
  }

  static func name(_ phase: DeliveryMachine.Phase) -> String {
    switch phase {
    case .resting: "rest"
    case .gathering: "gath"
    case .delivering: "send"
    case .uploading: "uplo"
    case .backingOff: "wait"
    case .exhausted: "done"
    case .barred: "barr"
    case .offline: "offl"
    case .halted: "halt"
    case .withheld: "held"
    case .stopped: "stop"
    }
  }

  /// Returns a machine with rounds of three attempts; times are in milliseconds.
  static func machine(_ steps: [Input], handsOver: Bool = false) -> DeliveryMachine {
    var machine = DeliveryMachine(
      flushAt: 20, flushInterval: 30_000, retry: RetryPolicy(maximumAttempts: 3),
      handsOver: handsOver)
    for step in [.started(DeliveryMachine.Leftover(), pending: 0)] + steps {
      _ = machine.handle(step, at: 0)
    }
    return machine
  }

  @Test("each trigger of a delivery leads to the phase in the table", arguments: rows.indices)
  func trigger(row: Int) {
    let (start, steps, leads) = Self.rows[row]
    let before = Self.machine(steps)
    #expect(Self.name(before.phase) == start)
    let reached = Self.triggers.map { trigger in
      var machine = before
      _ = machine.handle(trigger.input, at: trigger.time)
      return Self.name(machine.phase)
    }
    #expect(reached == leads.split(separator: " ").map(String.init), "\(start)")
  }

  /// The outcomes of an attempt, and the phases after them: with the network, and if it was lost
  /// meanwhile.
  static let outcomes: [(Input, online: String, offline: String)] = [
    (.foundNothing(pending: 0), "rest", "rest"),
    (.foundNothing(pending: 3), "gath", "gath"),
    (.delivered(settled: 20, pending: 0), "rest", "rest"),
    (.delivered(settled: 20, pending: 3), "gath", "gath"),
    (.delivered(settled: 20, pending: 20), "send", "offl"),
    (.tooMuch(events: 20), "send", "offl"),
    (.refused(events: 20), "send", "offl"),
    (.postponed(after: nil, random: 5), "wait", "wait"),
    (.partlyDelivered(settled: 2, random: 5), "wait", "wait"),
    (.bodyLost(random: 5), "send", "offl"),
    (.occupied(after: 5), "wait", "wait"),
    (.held(until: 5_001), "wait", "wait"),
    (.barred(until: 5), "barr", "barr"),
    (.failed(random: 5), "wait", "wait"),
    (.halted, "halt", "halt"),
    (.withheld, "held", "held"),
  ]

  @Test(
    "each outcome of an attempt leads to the phase in the table, with the network and without",
    arguments: outcomes.indices)
  func outcome(row: Int) {
    let (input, online, offline) = Self.outcomes[row]
    for (isOnline, leads) in [(true, online), (false, offline)] {
      var machine = Self.machine(Self.sending)
      if !isOnline { _ = machine.handle(.host(.offline, pending: 20), at: 0) }
      _ = machine.handle(input, at: 0)
      #expect(Self.name(machine.phase) == leads, "\(input)")
    }
  }

  @Test("a flush waits for a short pause after a death, and not for a long one")
  func held() {
    for (pause, isWaiting) in [(1 as MonotonicTime, true), (5_000, true), (5_001, false)] {
      var machine = Self.machine(Self.sending)
      _ = machine.handle(.flush(pending: 20), at: 0)
      let actions = machine.handle(.held(until: pause), at: 0)
      #expect(machine.phase == .backingOff(until: pause))
      #expect(actions == (isWaiting ? [] : [.finishFlush]) + [.wake(at: pause)])
      #expect(machine.isFlushing == isWaiting)
    }
  }

  @Test("a pause after a death does not end before a requested one")
  func heldAndAsked() {
    var machine = Self.machine(Self.sending + [.postponed(after: 9_000, random: 0)])
    _ = machine.handle(.flush(pending: 20), at: 10)
    #expect(machine.handle(.held(until: 50), at: 10).contains(.wake(at: 9_000)))
    #expect(machine.phase == .backingOff(until: 9_000))
  }

  @Test("a waiting flush is notified as soon as an attempt failed", arguments: outcomes.indices)
  func flushed(row: Int) {
    let input = Self.outcomes[row].0
    var machine = Self.machine(Self.sending)
    _ = machine.handle(.flush(pending: 20), at: 0)
    #expect(machine.isFlushing)
    let actions = machine.handle(input, at: 0)
    var goesOn = machine.phase == .delivering && input != .delivered(settled: 20, pending: 20)
    // Another destination probes the host, which ends the phase.
    if case .barred = machine.phase { goesOn = true }
    #expect(actions.contains(.finishFlush) == !goesOn, "\(input)")
    #expect(machine.isFlushing == goesOn, "\(input)")
  }
}
