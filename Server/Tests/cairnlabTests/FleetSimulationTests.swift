import Cairn
import Testing

@testable import cairnlab

@Suite struct FleetSimulationTests {
  /// Returns a plan with an outage of one hour, and ten minutes afterwards.
  func plan(devices: Int, answer: OutageAnswer = .none) -> FleetPlan {
    var plan = FleetPlan(devices: devices, answer: answer, seed: 7)
    plan.length = plan.outageEnd + 600_000
    return plan
  }

  func run(_ plan: FleetPlan, _ variant: FleetVariant = .asShipped) -> FleetResult {
    var simulation = FleetSimulation(plan, variant)
    return simulation.run()
  }

  @Test("a seed gives the same run again, and another seed another one")
  func repeats() {
    let first = run(plan(devices: 50))
    #expect(run(plan(devices: 50)) == first)
    var other = plan(devices: 50)
    other.seed = 8
    #expect(run(other) != first)
  }

  @Test(
    "every event is delivered or waits, and the backlog is in by the end",
    arguments: FleetVariant.allCases, OutageAnswer.allCases)
  func conservation(variant: FleetVariant, answer: OutageAnswer) {
    let result = run(plan(devices: 40, answer: answer), variant)
    let ledger = result.ledger
    #expect(ledger.lost == 0)
    #expect(ledger.tracked == ledger.delivered + ledger.pending)
    // Events that are stored and not yet acknowledged still wait.
    #expect((ledger.delivered...ledger.tracked).contains(ledger.stored))
    #expect(ledger.pending < 40 * 40)
    #expect(result.traffic.backlog > 40 * 100)
    #expect(result.traffic.finished != nil)
  }

  @Test("with collectors that die in turn, every event is stored once, and some are sent twice")
  func collectors() {
    var plan = plan(devices: 800)
    plan.collectors = 3
    plan.capacity = 50
    let result = run(plan)
    #expect(result.ledger.lost == 0 && result.ledger.duplicates > 0)
    #expect(result.ledger.tracked == result.ledger.delivered + result.ledger.pending)
    #expect(result.traffic.finished != nil)
    // Each minute another one is dead for ten seconds.
    #expect((0..<3).map { plan.isDead($0, at: 60_000) } == [false, true, false])
    #expect(!plan.isDead(1, at: 70_000) && plan.nextDeath(1, after: 60_000) == 240_000)
  }

  @Test("all variants see the same events")
  func sameEvents() {
    let tracked = FleetVariant.allCases.map { run(plan(devices: 30), $0).ledger.tracked }
    #expect(Set(tracked).count == 1)
  }

  @Test(
    "with jitter the peak is at most 3 times the steady rate; without, it is far above",
    arguments: [OutageAnswer.none, .date])
  func peak(answer: OutageAnswer) throws {
    let plan = plan(devices: 500, answer: answer)
    let asShipped = run(plan).traffic
    let noJitter = run(plan, .noJitter).traffic
    #expect(try #require(asShipped.ratio) <= FleetReport.limit)
    #expect(try #require(noJitter.ratio) > 2 * FleetReport.limit)
    #expect(noJitter.peak > asShipped.peak)
  }

  @Test("the breaker spares a host that is down the attempts of the other destinations")
  func breaker() {
    var plan = plan(devices: 40)
    plan.destinations = 3
    let held = run(plan).traffic.unreachable
    #expect(held * 2 < run(plan, .noBreaker).traffic.unreachable)
  }

  @Test("a collector that is too slow for the fleet refuses, works at its rate and loses nothing")
  func overload() {
    var plan = plan(devices: 800)
    plan.capacity = 5
    let result = run(plan)
    #expect(result.traffic.refused > 0)
    #expect(result.ledger.lost == 0)
    #expect(result.traffic.accepted <= 5 * Int(plan.length / 1_000))
  }
}
