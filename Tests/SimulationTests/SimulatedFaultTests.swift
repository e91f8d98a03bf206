import Testing

/// The same guarantees on disks that fail, fill up, decay or disappear, and with two programs that
/// deliver at once.
@Suite struct SimulatedFaultTests {
  @Test(
    "with any failing call, acknowledged events are kept, and delivered when the disk works"
  )
  func faults() async { await Campaign.faults.run() }

  @Test("when the folder is removed, later events are kept")
  func vanishing() async { await Campaign.vanishing.run() }

  @Test("a cap drops the oldest events, and every destination counts its losses")
  func caps() async { await Campaign.caps.run() }

  @Test("programs that use the folder at the same time take nothing from each other")
  func crowds() async { await Campaign.crowds.run() }

  @Test("a segment that cannot be read for a while is waited for")
  func unreadable() async { await Campaign.unreadable.run() }

  @Test("two programs that both believe to have a destination repeat events and lose none")
  func leases() async { await Campaign.leases.run() }

  @Test("damage costs the events whose bytes it touched, and no other")
  func damage() async { await Campaign.damage.run() }
}
