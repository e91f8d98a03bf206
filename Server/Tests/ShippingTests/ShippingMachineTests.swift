import Testing

@testable import Shipping

@Suite("The steps of a shipper")
struct ShippingMachineTests {
  typealias Step = ShippingMachine.Step
  typealias Outcome = ShippingMachine.Outcome

  private static let (first, second) = (shipment(1), shipment(2))

  private static func shipment(_ number: Int64) -> Shipment {
    Shipment(
      number: number, stamp: 100 + number, after: UInt64(number) * 10,
      through: UInt64(number) * 10 + 9, rows: 5)
  }

  struct Run: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var once = true
    var steps: [(Outcome, Step)]
  }

  static let runs = [
    Run(
      testDescription: "what is planned is sent, finished, and followed by the next",
      steps: [
        (.resumed([]), .plan), (.planned(first), .send(first, without: [])),
        (.sent(rows: 5), .finish(first, rows: 5)), (.finished, .plan),
        (.planned(second), .send(second, without: [])),
      ]),
    Run(
      testDescription: "what is left unfinished is inspected first, and sent without what arrived",
      steps: [
        (.resumed([first, second]), .inspect(first)),
        (.inspected([202_611]), .send(first, without: [202_611])),
        (.sent(rows: 0), .finish(first, rows: 0)), (.finished, .inspect(second)),
        (.inspected([]), .send(second, without: [])), (.sent(rows: 5), .finish(second, rows: 5)),
        (.finished, .plan),
      ]),
    Run(
      testDescription: "a failed attempt is inspected before the next", once: false,
      steps: [
        (.resumed([]), .plan), (.planned(first), .send(first, without: [])),
        (.failed(isPermanent: false), .rest(.retry(1))), (.rested, .resume),
        (.failed(isPermanent: false), .rest(.retry(2))), (.rested, .resume),
        (.resumed([first]), .inspect(first)), (.inspected([]), .send(first, without: [])),
        (.sent(rows: 5), .finish(first, rows: 5)), (.failed(isPermanent: false), .rest(.retry(3))),
        (.rested, .resume), (.resumed([]), .plan),
      ]),
    Run(
      testDescription: "with --once, it ends when nothing is left and removals are carried over",
      steps: [
        (.resumed([]), .plan), (.planned(nil), .remove), (.removed(.more), .remove),
        (.removed(.done), .end(.complete)),
      ]),
    Run(
      testDescription: "with --once, events behind an open transaction are waited for",
      steps: [
        (.resumed([]), .plan), (.hidden, .rest(.hidden)), (.rested, .plan),
        (.planned(first), .send(first, without: [])),
      ]),
    Run(
      testDescription: "otherwise removals are carried over meanwhile", once: false,
      steps: [(.resumed([]), .plan), (.hidden, .remove), (.removed(.done), .rest(.idle))]),
    Run(
      testDescription: "with --once, a deletion that goes on is waited for",
      steps: [
        (.resumed([]), .plan), (.planned(nil), .remove), (.removed(.waiting), .rest(.retry(1))),
        (.rested, .plan), (.planned(nil), .remove), (.removed(.waiting), .rest(.retry(2))),
        (.rested, .plan), (.planned(nil), .remove), (.removed(.waiting), .end(.gaveUp)),
      ]),
    Run(
      testDescription: "otherwise it rests, and continues", once: false,
      steps: [
        (.resumed([]), .plan), (.planned(nil), .remove), (.removed(.done), .rest(.idle)),
        (.rested, .plan), (.planned(nil), .remove), (.removed(.waiting), .rest(.idle)),
        (.rested, .plan), (.planned(first), .send(first, without: [])),
      ]),
    Run(
      testDescription: "with --once, it gives up after the attempts",
      steps: [
        (.failed(isPermanent: false), .rest(.retry(1))), (.rested, .resume),
        (.failed(isPermanent: false), .rest(.retry(2))), (.rested, .resume),
        (.failed(isPermanent: false), .end(.gaveUp)),
      ]),
    Run(
      testDescription: "otherwise it never gives up", once: false,
      steps: (1...20).flatMap { number in
        [(.failed(isPermanent: false), .rest(.retry(number))), (.rested, .resume)]
      }),
    Run(
      testDescription: "what is refused at the start ends it", once: false,
      steps: [(.failed(isPermanent: true), .end(.refused))]),
    Run(
      testDescription: "what is refused later may be repaired", once: false,
      steps: [
        (.resumed([first]), .inspect(first)), (.inspected([]), .send(first, without: [])),
        (.sent(rows: 5), .finish(first, rows: 5)), (.finished, .plan),
        (.failed(isPermanent: true), .rest(.retry(1))), (.rested, .resume),
      ]),
    Run(
      testDescription: "with --once, another shipper ends it", steps: [(.busy, .end(.busy))]),
    Run(
      testDescription: "otherwise it waits for the other shipper", once: false,
      steps: [(.busy, .rest(.standby)), (.rested, .resume), (.busy, .rest(.standby))]),
  ]

  @Test("each outcome leads to the step in the table", arguments: runs)
  func table(run: Run) {
    var machine = ShippingMachine(once: run.once, maximumAttempts: 3)
    for (index, (outcome, expected)) in run.steps.enumerated() {
      #expect(machine.next(after: outcome) == expected, "step \(index)")
    }
  }

  @Test("removals are carried over while there is always something to ship")
  func busy() {
    var machine = ShippingMachine(once: false)
    var step = machine.next(after: .resumed([]))
    var shipped = 0
    while step == .plan {
      _ = machine.next(after: .planned(Self.first))
      _ = machine.next(after: .sent(rows: 5))
      step = machine.next(after: .finished)
      shipped += 1
    }
    #expect(step == .remove && shipped == ShippingMachine.shipmentsBetweenRemovals)
    // Shipping goes on, whatever is left to remove.
    for removal in [ShippingMachine.Removal.done, .more, .waiting] {
      var copy = machine
      #expect(copy.next(after: .removed(removal)) == .plan)
    }
  }

  @Test("retries wait longer each time, between half and the whole of a time")
  func delays() {
    let most = (1...10).map { ShippingMachine.Rest.retry($0).seconds(random: 1) }
    #expect(most == [0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60])
    let least = (1...10).map { ShippingMachine.Rest.retry($0).seconds(random: 0) }
    #expect(least == most.map { $0 / 2 })
    #expect(ShippingMachine.Rest.retry(1_000).seconds(random: 1) == 60)
  }
}
