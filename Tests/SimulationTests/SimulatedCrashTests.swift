import Testing

/// I1 to I14 of the journal and of delivery, over every crash that a simulated disk can have.
@Suite struct SimulatedCrashTests {
  @Test("a kill at any call, and in any byte of a write, loses nothing that was promised")
  func kills() async { await Campaign.kills.run() }

  @Test("a power loss at any call loses nothing that a sync had covered")
  func powerLosses() async { await Campaign.powerLosses.run() }

  @Test("each of up to 4 096 results of one loss of power keeps all synced data")
  func everyPowerLoss() async { await Campaign.everyPowerLoss.run() }

  @Test("after two crashes everything is delivered in the end")
  func secondLives() async { await Campaign.secondLives.run() }
}
