import Testing

@testable import Cairn

@Suite struct ErasureMachineTests {
  private typealias Phase = ErasureMachine.Phase
  private typealias Input = ErasureMachine.Input

  /// One way into each phase, from an instance whose third erasure is long done.
  private static let ways: [Phase: [Input]] = [
    .idle: [],
    .requested: [.begin],
    .setAside: [.begin, .setAside(4)],
    .removing: [.begin, .setAside(4), .deliveryStopped],
    .stuck: [.begin, .setAsideFailed],
  ]

  private static func machine(in phase: Phase) -> ErasureMachine {
    var machine = ErasureMachine(accepted: 3)
    for input in ways[phase] ?? [] { machine.handle(input) }
    return machine
  }

  private static let table: [(Input, [Phase: Phase])] = [
    (
      .begin,
      [
        .idle: .requested, .requested: .requested, .setAside: .requested, .removing: .requested,
        .stuck: .stuck,
      ]
    ),
    (
      .setAside(5),
      [
        .idle: .setAside, .requested: .setAside, .setAside: .setAside, .removing: .setAside,
        .stuck: .setAside,
      ]
    ),
    (
      .setAsideFailed,
      [.idle: .stuck, .requested: .stuck, .setAside: .stuck, .removing: .stuck, .stuck: .stuck]
    ),
    (
      .resumeFailed,
      [
        .idle: .setAside, .requested: .stuck, .setAside: .setAside, .removing: .removing,
        .stuck: .stuck,
      ]
    ),
    (
      .deliveryStopped,
      [
        .idle: .idle, .requested: .requested, .setAside: .removing, .removing: .removing,
        .stuck: .stuck,
      ]
    ),
    (
      .removed(4),
      [
        .idle: .idle, .requested: .requested, .setAside: .setAside, .removing: .idle,
        .stuck: .stuck,
      ]
    ),
    (
      .removed(3),
      [
        .idle: .idle, .requested: .requested, .setAside: .setAside, .removing: .removing,
        .stuck: .stuck,
      ]
    ),
    (
      .folderAbandoned,
      [.idle: .idle, .requested: .idle, .setAside: .idle, .removing: .idle, .stuck: .idle]
    ),
  ]

  @Test("each input leads from each phase to the phase of the table")
  func transitions() {
    for (input, row) in Self.table {
      for phase in Phase.allCases {
        var machine = Self.machine(in: phase)
        #expect(machine.phase == phase)
        machine.handle(input)
        #expect(machine.phase == row[phase], "\(input) in \(phase)")
      }
    }
  }

  @Test("only setting aside changes what recording accepts, and only stopped delivery follows it")
  func numbers() {
    for phase in Phase.allCases {
      for (input, _) in Self.table {
        let before = Self.machine(in: phase)
        var after = before
        after.handle(input)
        #expect(after.accepted == (input == .setAside(5) ? 5 : before.accepted))
        #expect(
          after.acceptedByDelivery
            == (input == .deliveryStopped ? after.accepted : before.acceptedByDelivery))
      }
    }
  }

  @Test("a second erasure continues when the first one ends")
  func overlap() {
    var machine = Self.machine(in: .removing)
    for input in [Input.begin, .removed(4), .setAside(5), .removed(4)] { machine.handle(input) }
    #expect(machine.isErasing)
    for input in [Input.deliveryStopped, .removed(4)] { machine.handle(input) }
    #expect(machine.isErasing)
    machine.handle(.removed(5))
    #expect(!machine.isErasing)
  }

  @Test("the machine is idle only when requested data is removed, after inputs in any order")
  func everyOrder() {
    let inputs: [Input] = [
      .begin, .setAside(4), .setAsideFailed, .resumeFailed, .deliveryStopped, .removed(4),
    ]
    var visited: [(machine: ErasureMachine, owes: Bool)] = [(ErasureMachine(accepted: 3), false)]
    var place = 0
    while place < visited.count {
      let (machine, owes) = visited[place]
      place += 1
      for input in inputs {
        var next = machine
        next.handle(input)
        // The data of the fourth erasure is gone only once it was set aside, delivery let go of it,
        // and it was removed.
        let isGone = input == .removed(4) && machine.phase == .removing && machine.accepted == 4
        let owesNext = isGone ? false : owes || input != .removed(4) && input != .deliveryStopped
        #expect(next.isErasing == owesNext, "\(input) in \(machine)")
        if !visited.contains(where: { $0.machine == next && $0.owes == owesNext }) {
          visited.append((next, owesNext))
        }
      }
    }
    #expect(Set(visited.map(\.machine.phase)) == Set(Phase.allCases))
  }
}
