import Cairn
import CairnTesting
import Testing

/// I9: events that any slot contains as settled are settled.
@Suite struct SimulatedCursorTests {
  @Test("a process that has lost its lease reverts nothing that another one has settled")
  func merge() throws {
    let disk = SimulatedDisk()
    disk.ignoreLocks(of: "state")
    let files = disk.makeProcess()
    try files.makeDirectory("/d")
    let lane = LaneID(rawValue: 7)
    func commit(_ last: UInt32, to file: CursorFile?) throws {
      var cursor = Cursor()
      cursor.settled = SettledPositions(prefixes: [lane: last], islands: [])
      try file?.commit(cursor, sync: nil)
    }
    try commit(1, to: CursorFile("/d/state", files: files))
    let stale = try CursorFile("/d/state", files: files)
    let other = try CursorFile("/d/state", files: files)
    try commit(3, to: stale)
    try commit(4, to: stale)
    try commit(20, to: other)
    #expect(try CursorFile.read("/d/state", files: files)?.settled.prefix(of: lane) == 20)
  }

  @Test("a batch has at most as many ranges as a cursor can contain")
  func ranges() {
    var scenario = Scenario(seed: 1)
    scenario.segmentBytes = 1 << 20
    let plan = DestinationPlan(
      name: "alpha", unwanted: 2, mostEvents: 10_000, maximumBytes: 10_000_000, trouble: 0)
    scenario.destinations = [plan]
    scenario.steps = [.start(0)] + (0..<600).map { _ in .track(0, bytes: 1) }
    scenario.steps.append(.deliver(0, destination: 0, roll: 99))
    let world = World(scenario)
    world.run()
    // Four wanted events and an unwanted one form two ranges.
    #expect(world.model.servers[0].open?.numbers.count ?? 0 <= 128 * 4 / 2)
    #expect(world.drain() == [])
  }
}
